import pg from 'pg'

const pool = new pg.Pool({ max: 1 })
async function migrate(work) {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock(4711)') // violation
    await work(client)
    await client.query('SELECT pg_advisory_unlock(4711)')
  } finally {
    client.release()
  }
}
await migrate((client) => client.query('SELECT nonsense')).catch(() => {})
await pool.end()
