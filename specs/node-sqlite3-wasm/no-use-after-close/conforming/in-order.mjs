import sqlite from 'node-sqlite3-wasm'

const db = new sqlite.Database()
db.exec('CREATE TABLE log (text TEXT)')
db.run('INSERT INTO log VALUES (?)', ['closed'])
db.close()
