import pg from 'pg'

const pool = new pg.Pool({ max: 1 })
async function transfer() {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT nonsense')
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}
await transfer().catch(() => {})
const nested = await pool.connect()
await nested.query('START TRANSACTION')
await nested.query('SAVEPOINT a')
await nested.query('SAVEPOINT b')
await nested.query('ROLLBACK TO SAVEPOINT b')
await nested.query('RELEASE SAVEPOINT a')
await nested.query('SAVEPOINT c')
await nested.query('COMMIT')
nested.release()
// The client is thrown away, and its transaction with it.
const broken = await pool.connect()
await broken.query('BEGIN')
broken.release(new Error('gone'))
await pool.query('SELECT 1')
await pool.end()
