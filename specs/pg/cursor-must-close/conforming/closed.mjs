import pg from 'pg'
import Cursor from 'pg-cursor'

const pool = new pg.Pool()
const client = await pool.connect()
const cursor = client.query(new Cursor('SELECT * FROM generate_series(0, 100)'))
await cursor.read(10)
await cursor.close()
client.release()
const again = await pool.connect()
const whole = again.query(new Cursor('SELECT * FROM generate_series(0, 100)'))
while ((await whole.read(60)).length > 0);
const broken = again.query(new Cursor('SELECT nonsense'))
await broken.read(1).catch(() => {})
again.release()
await pool.end()
