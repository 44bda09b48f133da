/** `jsmop run`: exit codes, specs of a user's own, and what it says when nothing could be monitored. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { isBuilt, monitor, packedCommandLine, run } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/run/', import.meta.url))
const out = mkdtempSync(path.join(tmpdir(), 'jsmop-run-'))
afterAll(() => rmSync(out, { recursive: true, force: true }))

const own = ['--spec', 'array/no-shift-during-iteration', '--spec-file', 'growth.spec.ts']

function jsmop(options: readonly string[], command: readonly string[]) {
  return run(['node', packedCommandLine(), '--out', out, ...options, '--', ...command], { cwd })
}

describe.skipIf(!isBuilt)('jsmop run', () => {
  it('watches a spec in TypeScript that imports another module, in a program that only its syntax shows to be a module', async () => {
    const { result } = await monitor(own, ['node', 'breaks.js'], { cwd })
    expect(result.violations.map(({ spec, file, line, count }) => ({ spec, file, line, count }))).toEqual([
      { spec: 'own/small-maps', file: 'breaks.js', line: 5, count: 2 },
    ])
    expect(result.unparsed).toEqual([])
  })

  it('ends with 3 when a rule was broken', async () => {
    expect((await jsmop(own, ['node', 'breaks.js'])).code).toBe(3)
  })

  it("ends with the command's own code if it is not 0", async () => {
    expect((await jsmop(own, ['node', 'breaks.js', '7'])).code).toBe(7)
  })

  it('ends with 0 when broken rules are not to fail', async () => {
    expect((await jsmop([...own, '--fail-on', 'never'], ['node', 'breaks.js'])).code).toBe(0)
  })

  it('ends by the signal that ended the command', async () => {
    const { signal, stderr } = await jsmop(own, ['node', 'breaks.js', 'killed'])
    expect(signal).toBe('SIGTERM')
    expect(stderr).toContain('a map grew')
  })

  it('ends with 70 when there was nothing that it could monitor', async () => {
    expect((await jsmop(own, ['true'])).code).toBe(70)
  })

  it('ends with 64 for a spec or a command that does not exist', async () => {
    expect((await jsmop(['--spec', 'array/nothing'], ['node', 'breaks.js'])).code).toBe(64)
    expect((await jsmop(own, ['jsmop-no-such-command'])).code).toBe(64)
  })
})
