import sqlite from 'node-sqlite3-wasm'

const db = new sqlite.Database()
db.exec('CREATE TABLE log (text TEXT)')
function save(rows) {
  db.exec('BEGIN')
  try {
    for (const row of rows) db.run('INSERT INTO log VALUES (?)', [row])
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
save([])
save(['a'])
try {
  save([Symbol('no value')])
} catch {}
db.exec('SAVEPOINT outer')
db.exec('SAVEPOINT inner')
db.exec('ROLLBACK TO inner')
db.exec('RELEASE inner')
db.exec('RELEASE outer')
db.close()
