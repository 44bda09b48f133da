/** `--profile`: the time of each spec, and how often each of its events was signalled. */

import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isBuilt, monitor } from '../support/packed-package.ts'

const cwd = mkdtempSync(path.join(os.tmpdir(), 'jsmop-profile-'))
writeFileSync(
  path.join(cwd, 'files.cjs'),
  `const fs = require('node:fs')
const files = [1, 2, 3].map(() => fs.openSync(__filename))
for (const file of files) fs.closeSync(file)
if (process.argv[2] === 'again') require('node:child_process').fork(__filename)
`,
)

async function counts(options: readonly string[], ...args: string[]) {
  const { result } = await monitor(['--spec', 'fs/fd-must-close', ...options], ['node', 'files.cjs', ...args], { cwd })
  const { perEvent, time } = result.stats.perSpec['fs/fd-must-close']!
  return { perEvent, timed: time !== undefined }
}

describe.skipIf(!isBuilt)('jsmop run --profile', () => {
  it('counts events by name, over all processes', async () => {
    const once = await counts(['--profile'])
    expect(once).toEqual({ perEvent: expect.objectContaining({ open: 3, close: 3 }), timed: true })
    const { perEvent } = await counts(['--profile'], 'again')
    expect(perEvent).toEqual(Object.fromEntries(Object.entries(once.perEvent!).map(([name, n]) => [name, 2 * n])))
  })

  it('is what counting and timing need', async () => {
    expect(await counts([])).toEqual({ perEvent: undefined, timed: false })
  })
})
