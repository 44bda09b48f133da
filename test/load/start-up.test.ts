/** What a process pays for although nothing happens in it: which of Node's modules are loaded, which specs put together. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isBuilt, monitor, packedCommandLine, run } from '../support/packed-package.ts'

const cwd = mkdtempSync(path.join(tmpdir(), 'jsmop-start-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

/** The last record of the one process that the command starts, with all specs. */
async function endOf(program: string): Promise<{ stats: object }> {
  const out = path.join(cwd, 'out')
  const { stderr } = await run(
    ['node', packedCommandLine(), '--preset', 'all', '--out', out, '--', 'node', '-e', program],
    { cwd },
  )
  const sessions = path.join(out, 'sessions')
  const [file, ...others] = readdirSync(sessions)
  expect({ others, stderr }).toMatchObject({ others: [] })
  const records = readFileSync(path.join(sessions, file!), 'utf8').trim().split('\n')
  rmSync(out, { recursive: true })
  return (JSON.parse(records.at(-1)!) as { end: { stats: object } }).end
}

describe.skipIf(!isBuilt)('a process in which nothing happens', () => {
  it('puts no spec together but the one that speaks of its end', async () => {
    expect(Object.keys((await endOf('')).stats)).toEqual(['process/no-async-after-exit'])
  })

  it('loads few modules of Node that it would not load by itself', async () => {
    const program = `const { moduleLoadList } = process
      require('node:fs').writeSync(1, JSON.stringify(moduleLoadList.filter((name) => /^NativeModule (?!internal)/.test(name))))`
    const plain = JSON.parse((await run(['node', '-e', program], { cwd })).stdout) as string[]
    const { stdout } = await monitor(['--preset', 'all'], ['node', '-e', program], { cwd })
    const added = (JSON.parse(stdout) as string[]).filter((name) => !plain.includes(name))
    const allowed = ['diagnostics_channel', 'module', 'vm'].map((name) => `NativeModule ${name}`)
    expect(added.filter((name) => !allowed.includes(name))).toEqual([])
  })
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
  ])('are watched: %s', async (_, text, lines) => {
    writeFileSync(path.join(cwd, 'program.cjs'), text)
    const { result } = await monitor(['--spec-file', spec], ['node', 'program.cjs'], { cwd })
    expect(result.violations.map(({ line }) => line)).toEqual(lines)
  })
})
