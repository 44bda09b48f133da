/**
 * A program that looks at its own texts, positions and errors in every way sees the same with and without JSMOP.
 *
 * Not the same, and known: the line of source that Node prints above an uncaught error shows what was woven into that line, and
 * is left out where a wrapped builtin threw; V8 takes it from the running text. A program that deletes `Error.prepareStackTrace`, which Node defines, deletes what
 * corrects its stacks.
 * Stacks of errors that were made in a realm of `vm` are up to three frames shorter. A full stack of ten frames that reaches
 * down into Node's loader ends up to four frames earlier: ours were among the ten. (A higher limit while modules load would
 * make up for them, and show in `Error.stackTraceLimit`.) Where Node's loader has nameless functions, those that we stand in
 * for tell a `prepareStackTrace` of the program's the name that V8 writes for them.
 */

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isBuilt, monitor, run } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/transparency/', import.meta.url))

describe.skipIf(!isBuilt)('texts and positions', () => {
  it.each([
    ['hybrid', []],
    ['weave', []],
    ['hybrid', ['--enable-source-maps']],
  ])('trap 2, trap 3, trap 11: under the strategy %s %j', async (strategy, flags) => {
    const command = ['node', ...flags, 'texts.cjs']
    const plain = await run(command, { cwd })
    const monitored = await monitor(['--preset', 'all', '--strategy', strategy], command, { cwd })
    expect(plain.code).toBe(1)
    expect(plain.stdout).toMatch(/\bexit\n$/)
    expect(withoutLoader(monitored.stdout)).toBe(withoutLoader(plain.stdout))
    expect(withoutLoader(monitored.stderr)).toBe(withoutLoader(plain.stderr))
    expect(monitored.code).toBe(1)
    expect(monitored.result.disabled).toEqual([])
  })
})

describe.skipIf(!isBuilt)('uncaught errors', () => {
  it.each(['close', 'open', 'read', 'protocol', 'timer', 'hash', 'assertion', 'callback'])(
    'are shown where they were thrown: %s',
    async (way) => {
      const command = ['node', 'uncaught.cjs', way]
      const plain = await run(command, { cwd })
      const monitored = await monitor(['--preset', 'all'], command, { cwd })
      expect(plain.code).toBe(1)
      expect(plain.stderr.match(/^ {4}at /gm)!.length).toBeGreaterThanOrEqual(10)
      expect(monitored.stderr).toBe(plain.stderr)
      expect(monitored.code).toBe(1)
    },
  )
})

describe.skipIf(!isBuilt)('uncaught errors of builtins', () => {
  // Where no code can run inside, the wrapper's frame is one of the ten.
  it.each([
    ['frozen', 9],
    ['written', 10],
  ])('are shown without a line, and not with one of ours: %s', async (way, count) => {
    const command = ['node', 'uncaught.cjs', way]
    const plain = await run(command, { cwd })
    const monitored = await monitor(['--preset', 'all'], command, { cwd })
    const [, line, shown] = /^(\S*uncaught\.cjs:\d+\n.*\n *\^\n\n)([^]*)$/.exec(plain.stderr)!
    expect(line).toContain(`${way}: () => `)
    const frames = (text: string): string[] => text.split('\n').filter((part) => part.startsWith('    at '))
    expect(frames(monitored.stderr)).toEqual(frames(shown!).slice(0, count))
    expect(monitored.stderr.split('\n')[0]).toBe(shown!.split('\n')[0])
    expect(monitored.code).toBe(1)
  })
})

describe.skipIf(!isBuilt)('programs that look around, or take things away', () => {
  it.each(['vm-stacks.cjs', 'async-hooks.cjs', 'replaced.cjs', 'limits.cjs', 'aliases.cjs'])(
    'tells the same: %s',
    async (program) => {
      const plain = await run(['node', program], { cwd })
      const monitored = await monitor(['--preset', 'all'], ['node', program], { cwd })
      expect(plain.code).toBe(0)
      expect(plain.stdout.length).toBeGreaterThan(400)
      expect(monitored.stdout).toBe(plain.stdout)
      expect(monitored.stderr).toBe(plain.stderr)
      expect(monitored.result.notMonitored).toEqual([])
      expect(monitored.result.disabled).toEqual([])
    },
  )
})

describe.skipIf(!isBuilt)('promises of libraries', () => {
  it.each(['hybrid', 'weave'])('are made as they are without us, under the strategy %s', async (strategy) => {
    const plain = await run(['node', 'promises.cjs'], { cwd })
    const monitored = await monitor(['--preset', 'all', '--strategy', strategy], ['node', 'promises.cjs'], { cwd })
    expect(plain.stdout).toContain('true 3 ')
    expect(plain.stdout).toContain('true Object.resolve')
    expect(monitored.stdout).toBe(plain.stdout)
    expect(monitored.stderr).toBe(plain.stderr)
    expect(monitored.result.violations.map(({ spec, line }) => `${spec} ${line}`)).toEqual(['promise/settle-once 48'])
  })
})

describe.skipIf(!isBuilt)('errors that Node formats past every layer', () => {
  // From 24 on Node waits for such a test.
  it.skipIf(process.versions.node >= '24')('show no frame of ours', async () => {
    const command = ['node', '--test-reporter=tap', 'pending.test.cjs']
    const plain = await run(command, { cwd })
    const monitored = await monitor(['--preset', 'all'], command, { cwd })
    expect(plain.stdout).toContain('Promise resolution is still pending')
    const withoutTimes = (text: string): string => text.replaceAll(/duration_ms:? [\d.]+/g, 'duration_ms')
    expect(withoutTimes(monitored.stdout)).toBe(withoutTimes(plain.stdout))
  })
})

/** Without the frames of the loader that a full stack can end in, and the names of its functions. */
function withoutLoader(text: string): string {
  return text
    .replaceAll(/^.*node:internal\/(?:main|modules)\/run_main.*\n/gm, '')
    .replaceAll(/\.\.\. \d+ lines matching cause/g, '... lines matching cause')
    .replaceAll(/^.*wrapModuleLoad \(node:internal\/.*\n/gm, '')
    .replaceAll(/^\S+ (\d+:\d+ .*\(node:internal\/modules\/cjs\/loader:)/gm, '$1')
}
