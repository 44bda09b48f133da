import pg from 'pg'

const pool = new pg.Pool({ max: 1 })
async function migrate(work) {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock(4712)')
    await work(client)
  } finally {
    await client.query('SELECT pg_advisory_unlock(4712)')
    client.release()
  }
}
await migrate((client) => client.query('SELECT nonsense')).catch(() => {})
const client = await pool.connect()
await client.query('SELECT pg_advisory_lock(4713)')
await client.query('SELECT pg_advisory_lock(4713)')
await client.query('SELECT pg_advisory_unlock(4713)')
await client.query('SELECT pg_advisory_unlock_all()')
client.release()
const broken = await pool.connect()
await broken.query('SELECT pg_advisory_lock(4714)')
broken.release(new Error('gone'))
await pool.query('SELECT 1')
await pool.end()
