const { Pool } = require('pg')

async function main() {
  const pool = new Pool({ max: 1 })
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query('SAVEPOINT a')
  await client.query('RELEASE SAVEPOINT a')
  await client.query({ text: 'BEGIN' }) // violation
  await client.query('COMMIT')
  client.release()
  await pool.end()
}

main()
