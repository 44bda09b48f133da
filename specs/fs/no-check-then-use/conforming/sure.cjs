// As libraries for files do that look first for a better message: the change itself does not rely on the check.
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jsmop-sure-'))
const copy = path.join(folder, 'copy')
if (!fs.existsSync(copy)) fs.writeFileSync(copy, 'first', { flag: 'wx' })
fs.chmodSync(copy, 0o600)
if (fs.existsSync(copy)) fs.rmSync(copy, { force: true })
const { O_CREAT, O_EXCL, O_WRONLY } = fs.constants
if (!fs.existsSync(copy)) fs.writeFileSync(copy, 'second', { flag: O_CREAT | O_EXCL | O_WRONLY })
const log = path.join(folder, 'log')
if (!fs.existsSync(log)) {
  const stream = fs.createWriteStream(log, { flags: 'wx' })
  stream.end('line', () => fs.rmSync(folder, { recursive: true }))
}
