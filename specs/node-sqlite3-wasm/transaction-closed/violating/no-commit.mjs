import sqlite from 'node-sqlite3-wasm'

const db = new sqlite.Database()
db.exec('CREATE TABLE log (text TEXT)')
function save(rows) {
  db.exec('BEGIN') // violation
  for (const row of rows) db.run('INSERT INTO log VALUES (?)', [row])
  if (rows.length === 0) return
  db.exec('COMMIT')
}
save([])
db.close()
