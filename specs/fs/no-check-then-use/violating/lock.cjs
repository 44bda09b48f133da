const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jsmop-'))
const lock = path.join(folder, 'lock')
if (!fs.existsSync(lock)) fs.writeFileSync(lock, String(process.pid)) // violation
if (fs.statSync(lock).size > 0) {
  fs.unlinkSync(lock) // violation
}
fs.rmSync(folder, { recursive: true })
