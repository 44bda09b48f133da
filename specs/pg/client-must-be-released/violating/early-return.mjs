import pg from 'pg'

const pool = new pg.Pool({ max: 2 })
async function answer() {
  const client = await pool.connect() // violation
  const { rows } = await client.query('SELECT 42 AS answer')
  if (rows.length > 0) return rows[0].answer
  client.release()
  return undefined
}
await answer()
process.exit(0)
