import sqlite from 'node-sqlite3-wasm'

function count() {
  const db = new sqlite.Database()
  try {
    return db.get('SELECT 1 AS one').one
  } finally {
    db.close()
  }
}
count()
