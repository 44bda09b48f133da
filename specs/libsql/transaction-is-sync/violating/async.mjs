import Database from 'libsql'

const db = new Database(':memory:')
db.exec('CREATE TABLE account (total INTEGER)')
const deposit = db.transaction(async (total) => { // violation
  await null
  db.prepare('INSERT INTO account VALUES (?)').run(total)
})
await deposit(1)
db.close()
