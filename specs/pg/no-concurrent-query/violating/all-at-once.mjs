import pg from 'pg'

const client = new pg.Client()
await client.connect()
const numbers = [1, 2, 3]
await Promise.all(
  numbers.map((number) => client.query('SELECT $1::int', [number])), // violation
)
await client.end()
