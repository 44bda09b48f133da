/** What a process pays for although nothing happens in it: which of Node's modules are loaded, which specs put together. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isBuilt, monitor, packedCommandLine, run } from '../support/packed-package.ts'

const cwd = mkdtempSync(path.join(tmpdir(), 'jsmop-start-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

interface Script {
  readonly url: string
  readonly functions: readonly {
    readonly functionName: string
    readonly ranges: readonly { readonly count: number }[]
  }[]
}

/** By name, how often functions of the runtime are called in the one process that the command starts, with all specs. */
async function callsIn(program: string): Promise<(name: string) => number> {
  const coverage = path.join(cwd, 'coverage')
  const command = ['node', packedCommandLine(), '--preset', 'all', '--', 'node', '-e', program]
  const { stderr } = await run(command, { cwd, env: { NODE_V8_COVERAGE: coverage } })
  const scripts = readdirSync(coverage)
    .flatMap((name) => (JSON.parse(readFileSync(path.join(coverage, name), 'utf8')) as { result: Script[] }).result)
    .filter(({ url }) => url.endsWith('/runtime.cjs'))
  rmSync(coverage, { recursive: true })
  expect({ processes: scripts.length, stderr }).toMatchObject({ processes: 1 })
  const counts = new Map<string, number>()
  for (const { functionName, ranges } of scripts[0]!.functions)
    counts.set(functionName, (counts.get(functionName) ?? 0) + ranges[0]!.count)
  return (name) => counts.get(name) ?? -1
}

describe.skipIf(!isBuilt)('a process in which nothing happens', () => {
  it('puts no spec together but the one that speaks of its end, and reads the plans of few modules', async () => {
    const calls = await callsIn('')
    expect(calls('assembleSpec')).toBe(1)
    expect(calls('readOperation')).toBeGreaterThan(0)
    const all = await callsIn(
      `for (const name of require('node:module').builtinModules) if (!/^_|trace/.test(name)) require(name)`,
    )
    expect(calls('readOperation')).toBeLessThan(0.6 * all('readOperation'))
  })

  // Later versions have hooks on imports in `module`, and globals that must be patched before a text that is no module's runs.
  it.skipIf(!process.version.startsWith('v20.'))(
    'loads one module of Node that it would not load by itself',
    async () => {
      // Without a module: streams come with files.
      const program = `process._rawDebug(process.moduleLoadList.filter((name) => /^NativeModule (?!internal)/.test(name)).join())`
      const namesIn = (stderr: string): string[] => /^NativeModule .*$/m.exec(stderr)![0].split(',')
      const plain = namesIn((await run(['node', '-e', program], { cwd })).stderr)
      const { stderr } = await monitor(['--preset', 'all'], ['node', '-e', program], { cwd })
      const added = namesIn(stderr).filter((name) => !plain.includes(name))
      expect(added).toEqual(['NativeModule vm'])
    },
  )
})

describe.skipIf(!isBuilt)('streams that Node loads for itself', () => {
  const spec = path.join(cwd, 'writes.json')
  writeFileSync(
    spec,
    JSON.stringify({
      id: 'test/writes',
      description: 'Nothing is written twice.',
      severity: 'suggestion',
      doc: 'https://nodejs.org/api/stream.html',
      parameters: { stream: 'object' },
      events: {
        write: {
          on: { kind: 'call', target: 'node:stream#Writable.prototype.write', when: 'before' },
          bind: { stream: 'receiver' },
          creation: true,
        },
      },
      logic: 'ere',
      formula: 'write write',
      report: { match: 'written twice' },
    }),
  )

  it.each([
    ['the output of the process', `process.stdout.write('a')\nprocess.stdout.write('b')\n`, [2]],
    [
      'what a module is made of',
      `const gzip = require('node:zlib').createGzip()\ngzip.write('a')\ngzip.write('b')\n`,
      [3],
    ],
    [
      'those of files',
      `const out = require('node:fs').createWriteStream('written')\nout.write('a')\nout.write('b')\n`,
      [3],
    ],
  ])('are watched: %s', async (_, text, lines) => {
    writeFileSync(path.join(cwd, 'program.cjs'), text)
    const { result } = await monitor(['--spec-file', spec], ['node', 'program.cjs'], { cwd })
    expect(result.violations.map(({ line }) => line)).toEqual(lines)
  })
})
