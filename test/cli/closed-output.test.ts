/** Who reads may have enough before all is written: the run went as it went. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isBuilt, packedCommandLine } from '../support/packed-package.ts'

it.skipIf(!isBuilt).each(['json', 'text'])(
  'a report that nobody reads to its end fails nothing: %s',
  async (reporter) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-closed-'))
    try {
      const command = [
        packedCommandLine(),
        'run',
        '--out',
        folder,
        '--reporter',
        reporter,
        '--',
        process.execPath,
        '-e',
        '0',
      ]
      const child = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
      const said: string[] = []
      child.stderr.on('data', (text) => said.push(String(text)))
      child.stdout.destroy()
      if (reporter === 'text') child.stderr.destroy()
      expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0)
      expect(said.join('')).not.toContain('EPIPE')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
