import pg from 'pg'

const pool = new pg.Pool()
async function stop() {
  await pool.end() // violation
}

await stop()
await stop().catch(() => {})
const other = new pg.Pool()
await other.end()
await other.query('SELECT 1').catch(() => {}) // violation
