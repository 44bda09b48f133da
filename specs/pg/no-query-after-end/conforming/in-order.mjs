import pg from 'pg'

const client = new pg.Client()
await client.connect()
await client.query('SELECT 1')
await client.end()
