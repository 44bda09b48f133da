/** `--no-collection`: monitors that can report no more are kept, and the reports are the same. */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isBuilt, monitor } from '../support/packed-package.ts'

const cwd = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'jsmop-collection-')))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))
writeFileSync(
  path.join(cwd, 'files.cjs'),
  `const fs = require('node:fs')
const files = [1, 2, 3, 4].map(() => fs.openSync(__filename))
for (const file of files.slice(1)) fs.closeSync(file)
`,
)

async function watch(...options: string[]) {
  const { result } = await monitor(['--spec', 'fs/fd-must-close', ...options], ['node', 'files.cjs'], { cwd })
  const { monitors, collected } = result.stats.perSpec['fs/fd-must-close']!
  return { found: result.violations.map(({ file, line }) => `${file}:${line}`), monitors, collected }
}

describe.skipIf(!isBuilt)('jsmop run --no-collection', () => {
  it.each(['B', 'C', 'C+', 'D'])('keeps all monitors of algorithm %s', async (algo) => {
    const found = ['files.cjs:2']
    expect(await watch('--algo', algo)).toEqual({ found, monitors: 4, collected: 4 })
    expect(await watch('--algo', algo, '--no-collection')).toEqual({ found, monitors: 4, collected: 0 })
  })
})
