import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-'))
const file = path.join(folder, 'state.json')
const save = (state) => writeFile(file, JSON.stringify(state))
await save({ a: 1 })
await save({ b: 2 })
await Promise.all([writeFile(`${file}1`, ''), writeFile(`${file}2`, '')])
await writeFile('/does/not/exist', '').catch(() => {})
await writeFile('/does/not/exist', '').catch(() => {})
rmSync(folder, { recursive: true })
