import pg from 'pg'

const pool = new pg.Pool()
await pool.query('BEGIN') // violation
await pool.query('SELECT 1')
await pool.query('COMMIT') // violation
await pool.query({ text: 'rollback' }) // violation
await pool.end()
