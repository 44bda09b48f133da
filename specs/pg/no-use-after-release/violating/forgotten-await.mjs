import pg from 'pg'

const pool = new pg.Pool()
async function log(client, text) {
  await null
  await client.query('SELECT $1::text', [text]) // violation
}

const client = await pool.connect()
const logged = log(client, 'done')
client.release()
await logged
await pool.end()
