import pg from 'pg'

for (let attempt = 0; attempt < 2; attempt += 1) {
  const client = new pg.Client({ host: '/nowhere' })
  await client.connect().catch(() => {})
}
const pool = new pg.Pool()
await pool.query('SELECT 1')
await pool.end()
