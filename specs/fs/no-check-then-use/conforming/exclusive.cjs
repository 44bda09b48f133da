const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jsmop-'))
const lock = path.join(folder, 'lock')
fs.writeFileSync(lock, String(process.pid), { flag: 'wx' })
fs.existsSync(lock)
// Another file, and another turn.
fs.writeFileSync(`${lock}2`, '')
setTimeout(() => {
  fs.unlinkSync(lock)
  fs.existsSync(`${lock}2`)
  fs.readFileSync(`${lock}2`)
  setTimeout(() => fs.rmSync(folder, { recursive: true }), 5)
}, 5)
