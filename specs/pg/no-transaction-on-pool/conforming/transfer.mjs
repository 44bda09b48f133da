import pg from 'pg'

const pool = new pg.Pool()
const client = await pool.connect()
await client.query('BEGIN')
await client.query('SELECT 1')
await client.query('COMMIT')
client.release()
await pool.query('BEGIN; SELECT 1; COMMIT')
await pool.query('SELECT 1')
await pool.end()
