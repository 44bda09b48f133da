/** Traps of the runtime, one test each; `docs/traps.md` lists all of them. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runNode, runProgram } from '../support/monitor-program.ts'
import { isBuilt, monitor, run } from '../support/packed-package.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
const catalogue = (id: string): string => fileURLToPath(new URL(`../../specs/${id}/spec.ts`, import.meta.url))
const everyCall = [fixture('every-call.ts')]

const marked = (file: string): number[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, i) => (text.endsWith('// violation') ? [i + 1] : []))

async function compare(name: string, options: Parameters<typeof runProgram>[1]) {
  const file = fixture(name)
  const [plain, monitored] = await Promise.all([
    runNode([...(options.nodeOptions ?? []), file]),
    runProgram(file, options),
  ])
  const { code, stdout, stderr } = plain
  expect({ code: monitored.code, stdout: monitored.stdout, stderr: monitored.stderr }).toEqual({ code, stdout, stderr })
  expect(monitored.records.filter((record) => 'fault' in record)).toEqual([])
  return monitored
}

test.each(['patch', 'weave', 'hybrid'] as const)(
  'trap 7: nothing keeps the objects of calls alive under %s',
  async (strategy) => {
    const { stdout } = await compare('alive.cjs', { specs: everyCall, strategy, nodeOptions: ['--expose-gc'] })
    expect(stdout).toBe('9 0\n')
  },
)

test('trap 9: files with the same content keep their places, whatever is loaded first and whatever is cached', async () => {
  for (const order of [
    ['a', 'b'],
    ['b', 'a'],
    ['b', 'b', 'a'],
    ['a', 'b'],
  ]) {
    const { violations } = await runProgram(fixture('copies/main.cjs'), {
      specs: everyCall,
      strategy: 'hybrid',
      args: order,
    })
    expect(violations.map(({ file, line }) => [path.basename(file), line])).toEqual(
      [...new Set(order)].map((name) => [`${name}.cjs`, 1]),
    )
  }
})

test('trap 16: a call through a spy is the program’s, and what the spy does for itself is not', async () => {
  const file = fixture('doubles/spied.cjs')
  const { violations } = await runProgram(file, {
    specs: everyCall,
    strategy: 'hybrid',
    excluded: ['/doubles/sinon/'],
  })
  const lines = violations.flatMap((found) =>
    Array<string>(found.count).fill(`${path.basename(found.file)}:${found.line}`),
  )
  expect(lines.sort()).toEqual(
    marked(file)
      .map((line) => `spied.cjs:${line}`)
      .sort(),
  )
})

test.each(['patch', 'hybrid'] as const)(
  'trap 16: an assertion library creates no monitors under %s, but what it does with the program’s objects counts',
  async (strategy) => {
    const { violations } = await runProgram(fixture('excluded/main.cjs'), {
      specs: [fixture('excluded/put-once.ts')],
      strategy,
      excluded: ['/excluded/assertions/'],
    })
    const library = fixture('excluded/assertions/index.cjs')
    expect(violations.map(({ file, line, count }) => ({ file, line, count }))).toEqual(
      marked(library).map((line) => ({ file: library, line, count: 1 })),
    )
  },
)

test('trap 16: a handle that is given to another thread is no leak', async () => {
  const file = fixture('transferred.cjs')
  const { violations } = await runProgram(file, { specs: [catalogue('fs/file-handle-must-close')], strategy: 'hybrid' })
  expect(violations.map(({ line }) => line)).toEqual(marked(file))
})

test('trap 18: what monitors know of an object cannot be seen on it', async () => {
  const specs = ['map/no-growth-during-iteration', 'set/no-growth-during-iteration', 'array/no-shift-during-iteration']
  const { records } = await compare('stamps.cjs', { specs: specs.map(catalogue), strategy: 'hybrid' })
  const { stats } = records.find((record) => 'end' in record)!['end']
  for (const spec of specs) expect(stats[spec].events).toBeGreaterThan(1)
})

/** Where a text lists the globals, what Node gives lazily is patched, and some of it leaves symbols there from Node 24 on. */
const withoutUndici = (text: string): string =>
  text.replace(/\[\s*(Symbol\(Symbol\.toStringTag\))(?:,\s*Symbol\(undici\.\S+\))+\s*\]/, '[ $1 ]')

describe.skipIf(!isBuilt)('start', () => {
  test('trap 8: no program can enumerate the names that woven text refers to, nor the modules of JSMOP', async () => {
    const cwd = fixture('')
    const command = ['node', 'names.cjs']
    const plain = await run(command, { cwd })
    const monitored = await monitor(['--preset', 'all'], command, { cwd })
    expect(withoutUndici(monitored.stdout)).toBe(plain.stdout)
    expect(plain.stdout).toContain('globalThis')
    expect(monitored.result.stats.events).toBeGreaterThan(0)
  })

  test('trap 27: loads few modules of Node, and none of the heavy ones', async () => {
    const cwd = fixture('')
    const command = ['node', 'modules.cjs']
    const plain = new Set((await run(command, { cwd })).stdout.split('\n'))
    const { stdout } = await monitor(['--preset', 'all'], command, { cwd })
    const loaded = stdout.split('\n').filter((name) => name.startsWith('NativeModule ') && !plain.has(name))
    expect(
      loaded.filter((name) => /undici|http|crypto|tls|zlib|inspector|webstreams|child_process/.test(name)),
    ).toEqual([])
    expect(loaded.length).toBeLessThan(30)
  })
})
