import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-'))
const file = path.join(folder, 'report.txt')
const out = createWriteStream(file)
out.end('all of it')
await finished(out)
console.log(readFileSync(file, 'utf8'))
const other = path.join(folder, 'other.txt')
await new Promise((resolve) => {
  createWriteStream(other).end('all of it', () => resolve(readFileSync(other, 'utf8')))
})
const log = createWriteStream(file, { flags: 'a' })
log.write('and more')
console.log(readFileSync(file, 'utf8'))
log.end()
await finished(log)
rmSync(folder, { recursive: true })
