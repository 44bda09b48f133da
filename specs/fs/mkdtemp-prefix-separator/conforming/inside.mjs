import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-'))
const inside = mkdtempSync(folder + path.sep)
rmSync(inside, { recursive: true })
rmSync(folder, { recursive: true })
