import pg from 'pg'

const client = new pg.Client({ host: '/nowhere' })
for (let attempt = 0; attempt < 2; attempt += 1) {
  await client.connect().catch(() => {}) // violation
}
