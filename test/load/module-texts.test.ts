/** What an ES module imports is woven, also a required one, whatever Node does to load it, and nothing else can be told from a plain run. */

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { monitorAlike } from '../support/compare-runs.ts'
import { isBuilt, monitor, type Monitored, run } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/module-texts/', import.meta.url))
const canRequire = (process.features as { require_module?: boolean }).require_module === true
const shifts = ['--spec', 'array/no-shift-during-iteration']

const places = ({ result }: Monitored): string[] => result.violations.map(({ file, line }) => `${file}:${line}`).sort()

/** Frames of ours leave those of Node's loader short of ten. */
const withoutStack = (text: string): string => text.replaceAll(/^    at .*\n/gm, '')

const everywhere = [
  'common.cjs:2',
  'cycle-second.mjs:4',
  'deep.mjs:6',
  'marked.mjs:2',
  'typed/module.js:2',
  'untyped/common.js:2',
  'untyped/module.js:2',
]

describe.skipIf(!isBuilt || !canRequire)('imports of an ES module', () => {
  it.each([
    ['on the main thread', 'main.cjs'],
    ['on another thread', 'worker.cjs'],
    ['when it is imported', 'main.mjs'],
    ['when only its text tells that it is one', 'untyped/start.js'],
    ['after hooks were registered', 'hooked.cjs'],
    ['through functions that the program put around those of Node', 'replaced.cjs'],
  ])('are woven %s', async (_, file) => {
    const command = ['node', '--no-warnings', file]
    const { monitored } = await monitorAlike(shifts, command, { cwd })
    expect(monitored.code).toBe(0)
    expect(monitored.result.disabled).toEqual([])
    expect(places(monitored)).toEqual(everywhere)
    // Again, with texts out of the cache.
    expect(places(await monitor(shifts, command, { cwd }))).toEqual(everywhere)
  })

  it('count each loop once', async () => {
    const { result } = await monitor(shifts, ['node', '--no-warnings', 'main.cjs'], { cwd })
    const counts = result.violations.map(({ file, count }) => `${file} ${count}`).sort()
    expect(counts).toEqual(everywhere.map((place) => place.replace(/:.*/, place.startsWith('deep') ? ' 2' : ' 1')))
    expect(result.sites).toMatchObject({ stale: 0, none: 0 })
  })

  it('are left alone where the program has frozen what would tell of them', async () => {
    const { monitored } = await monitorAlike(shifts, ['node', '--no-warnings', 'frozen.cjs'], { cwd })
    expect(monitored.result.disabled).toEqual([])
    expect(places(monitored)).toEqual(expect.arrayContaining(['common.cjs:2', 'untyped/common.js:2']))
    const isSaid = monitored.result.notMonitored.some(
      ({ what }) => what === 'what only woven code shows, in ES modules',
    )
    expect(isSaid).toBe(!places(monitored).includes('deep.mjs:6'))
  })

  it.each(['syntax', 'name', 'missing'])('fail as they do plain: %s', async (fault) => {
    const command = ['node', 'uncaught.cjs', `./broken-${fault}.mjs`]
    const [plain, { stderr, code }] = [await run(command, { cwd }), await monitor(shifts, command, { cwd })]
    expect({ code, shown: withoutStack(stderr) }).toEqual({ code: 1, shown: withoutStack(plain.stderr) })
  })

  it('of Node are patched before', async () => {
    const { result } = await monitor(['--spec', 'crypto/hash-no-use-after-digest'], ['node', 'hashes.cjs'], { cwd })
    expect(result.violations.map(({ file, line }) => `${file}:${line}`)).toEqual(['hashes-deep.mjs:6'])
  })

  it('are no events of specs on files', async () => {
    const command = ['node', '--no-warnings', 'opens.cjs']
    const { result } = await monitor(['--spec', 'fs/fd-must-close'], command, { cwd })
    expect(result.violations.map(({ file, line, count }) => `${file}:${line} ${count}`)).toEqual(['opens.cjs:5 1'])
  })
})
