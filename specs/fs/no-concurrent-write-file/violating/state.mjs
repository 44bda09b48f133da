import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-'))
const file = path.join(folder, 'state.json')
const save = (state) => writeFile(file, JSON.stringify(state)) // violation
await Promise.all([save({ a: 1 }), save({ b: 2 })])
rmSync(folder, { recursive: true })
