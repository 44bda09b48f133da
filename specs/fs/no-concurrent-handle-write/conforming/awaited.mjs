import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-'))
const handle = await open(path.join(folder, 'rows'), 'w')
const rows = ['a\n', 'b\n']
for (const row of rows) await handle.write(row)
const block = Buffer.from('c\n')
await Promise.all([handle.write(block, 0, 2, 10), handle.write(block, 0, 2, 20)])
await handle.close()
rmSync(folder, { recursive: true })
