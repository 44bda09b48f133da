const { Pool } = require('pg')

async function main() {
  const pool = new Pool()
  const client = await pool.connect()
  await client.query('SELECT 1')
  client.release()
  await pool.end()
}

main()
