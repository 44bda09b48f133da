import pg from 'pg'

const client = new pg.Client()
await client.connect()
await client.query("SET LOCAL app.user_id = '7'") // violation
await client.query('SELECT 1')
await client.query('BEGIN')
await client.query('COMMIT')
await client.query("SET LOCAL statement_timeout = '1s'") // violation
await client.end()
