import pg from 'pg'

const pool = new pg.Pool()
let stopping
function stop() {
  stopping ??= pool.end()
  return stopping
}

await pool.query('SELECT 1')
await stop()
await stop()
