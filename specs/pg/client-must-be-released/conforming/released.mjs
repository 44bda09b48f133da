import pg from 'pg'

const pool = new pg.Pool({ max: 2 })
async function answer() {
  const client = await pool.connect()
  try {
    const { rows } = await client.query('SELECT 42 AS answer')
    return rows[0].answer
  } finally {
    client.release()
  }
}
await answer()
await answer()
await pool.query('SELECT 1')
const broken = await pool.connect()
await broken.query('SELECT nonsense').catch((error) => broken.release(error))
await new Promise((resolve) => {
  pool.connect((error, client, release) => {
    release(error)
    resolve(client)
  })
})
await pool.end()
