import { mkdtempSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-left-')) // violation
const other = await mkdtemp(path.join(tmpdir(), 'jsmop-left-')) // violation
console.log(folder, other)
