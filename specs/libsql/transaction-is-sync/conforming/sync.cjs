const Database = require('libsql')

const db = new Database(':memory:')
db.exec('CREATE TABLE account (total INTEGER)')
const deposit = db.transaction((total) => {
  db.prepare('INSERT INTO account VALUES (?)').run(total)
})
deposit(1)
db.close()
