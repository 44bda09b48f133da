import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const home = mkdtempSync(path.join(tmpdir(), 'jsmop-'))
const cache = path.join(home, 'cache')
mkdirSync(cache)
const folder = mkdtempSync(cache) // violation
console.log(folder)
rmSync(folder, { recursive: true })
rmSync(home, { recursive: true })
