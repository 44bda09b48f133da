import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-'))
const file = path.join(folder, 'report.txt')
const out = createWriteStream(file)
out.end('all of it')
try {
  console.log(readFileSync(file, 'utf8')) // violation
} catch {}
out.on('close', () => rmSync(folder, { recursive: true }))
