import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-'))
const handle = await open(path.join(folder, 'rows'), 'w')
const rows = ['a\n', 'b\n']
await Promise.all(rows.map((row) => handle.write(row))) // violation
await handle.close()
rmSync(folder, { recursive: true })
