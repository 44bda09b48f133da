// As loggers do that begin another file when one has grown: whatever became of the size, a line more is right.
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jsmop-append-'))
const log = path.join(folder, 'log')
for (const line of ['one', 'two']) {
  const size = fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size < 1000) fs.appendFileSync(log, `${line}\n`)
}
if (fs.existsSync(log)) fs.writeFileSync(log, 'three\n', { flag: 'a' })
const { O_APPEND, O_CREAT, O_WRONLY } = fs.constants
if (fs.existsSync(log)) fs.writeFileSync(log, 'four\n', { flag: O_APPEND | O_CREAT | O_WRONLY })
if (fs.existsSync(log)) fs.createWriteStream(log, { flags: 'a' }).end('five\n', () => fs.rmSync(folder, { recursive: true }))
