import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-removed-'))
try {
  console.log(folder)
} finally {
  rmSync(folder, { recursive: true })
}
execFileSync('rm', ['-r', mkdtempSync(path.join(tmpdir(), 'jsmop-removed-'))])
