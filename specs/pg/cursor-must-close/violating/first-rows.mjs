import pg from 'pg'
import Cursor from 'pg-cursor'

const pool = new pg.Pool()
const client = await pool.connect()
const cursor = client.query(new Cursor('SELECT * FROM generate_series(0, 100)')) // violation
const rows = await cursor.read(10)
client.release()
console.log(rows.length)
process.exit(0)
