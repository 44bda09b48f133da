import pg from 'pg'

const onConnect = (client) => client.query("SET application_name TO 'jsmop'")
const pool = new pg.Pool({ max: 1, onConnect })
const client = await pool.connect()
try {
  await client.query('SELECT 1')
} finally {
  client.release()
}
// The pool has one client only, so all of these are the same.
await pool.query('SELECT 2')
const again = await pool.connect()
await again.query('SELECT 3')
again.release()
await pool.query('SELECT 4')
await pool.end()
