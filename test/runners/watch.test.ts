/** A runner that watches files itself: its tests are monitored in each pass, and the report comes when it ends. */

import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isBuilt, packedCommandLine } from '../support/packed-package.ts'
import { endStarted, start } from '../support/started-process.ts'
import { brokenLine, project } from './project.ts'

afterEach(endStarted)

/** Two passes of vitest, the second after a file has changed, and its end by an interrupt. */
async function watch(cwd: string, ...before: readonly string[]) {
  const { child, ended, heard } = start([...before, 'node_modules/vitest/vitest.mjs', '--watch'], cwd)
  const passes: (string | undefined)[] = []
  for (let pass = 0; pass < 2; pass += 1) {
    if (pass > 0) appendFileSync(path.join(cwd, 'queue.ts'), '\n')
    passes.push(/Tests {2}.*/.exec(await heard.until('Watching for file changes...'))?.[0])
  }
  child.kill('SIGINT')
  return { passes, ended: await ended, rest: heard.text }
}

describe.skipIf(!isBuilt)('a runner that watches', () => {
  it('vitest', { timeout: 120_000 }, async () => {
    const { cwd, dispose } = project('vitest', 'runners')
    try {
      const spec = 'stream/no-write-after-end'
      const plain = await watch(cwd)
      const monitored = await watch(cwd, packedCommandLine(), '--spec', spec, '--', 'node')
      expect(plain.passes).toEqual(Array(2).fill('Tests  1 failed | 3 passed | 1 skipped (5)'))
      expect(monitored.passes).toEqual(plain.passes)
      expect(monitored.ended).toEqual(plain.ended)
      expect(monitored.rest).toContain(`at queue.ts:${brokenLine(cwd, 'queue.ts', spec)}:`)
      expect(monitored.rest).toContain('jsmop: 1 error\n')
    } finally {
      dispose()
    }
  })
})
