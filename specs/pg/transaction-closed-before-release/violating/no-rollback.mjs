import pg from 'pg'

const pool = new pg.Pool({ max: 1 })
async function transfer() {
  const client = await pool.connect()
  try {
    await client.query('BEGIN') // violation
    await client.query('SELECT nonsense')
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}
await transfer().catch(() => {})
await pool.end()
