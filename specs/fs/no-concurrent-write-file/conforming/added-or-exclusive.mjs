// Lines that several add to one file, and a file that only the first of several makes.
import { constants, mkdtempSync, rmSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-'))
const log = path.join(folder, 'log')
const tag = path.join(folder, 'tag')
const make = (flag) => writeFile(tag, 'a tag', { flag }).catch(() => {})
await Promise.all([appendFile(log, 'one\n'), appendFile(log, 'two\n')])
await Promise.all([writeFile(log, 'three\n', { flag: 'a' }), writeFile(log, 'four\n', { flag: 'a' })])
await Promise.all([make('wx'), make('wx')])
const { O_CREAT, O_EXCL, O_TRUNC, O_WRONLY } = constants
await Promise.all([make(O_CREAT | O_EXCL | O_TRUNC | O_WRONLY), make(O_CREAT | O_EXCL | O_TRUNC | O_WRONLY)])
rmSync(folder, { recursive: true })
