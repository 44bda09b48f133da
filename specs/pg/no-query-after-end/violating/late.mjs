import pg from 'pg'

const client = new pg.Client()
await client.connect()
await client.end()
await client.query('SELECT 1').catch(() => {}) // violation
