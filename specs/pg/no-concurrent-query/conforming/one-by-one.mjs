import pg from 'pg'

const client = new pg.Client()
await client.connect()
const numbers = [1, 2, 3]
for (const number of numbers) {
  await client.query('SELECT $1::int', [number])
}
await client.query('SELECT nonsense').catch(() => {})
await client.query('SELECT 1')
await client.end()
const pipelining = new pg.Client({ pipeline: true })
await pipelining.connect()
await Promise.all(numbers.map((number) => pipelining.query('SELECT $1::int', [number])))
await pipelining.end()
const pool = new pg.Pool()
await Promise.all(numbers.map((number) => pool.query('SELECT $1::int', [number])))
await pool.end()
