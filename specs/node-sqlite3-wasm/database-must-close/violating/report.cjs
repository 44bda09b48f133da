const { Database } = require('node-sqlite3-wasm')

function count() {
  const db = new Database() // violation
  return db.get('SELECT 1 AS one').one
}
count()
