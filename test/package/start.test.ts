/** What starting reads: few files of the package, and none of the catalogue's modules. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBuilt, packedCommandLine, run } from '../support/packed-package.ts'

describe.skipIf(!isBuilt)('starting', () => {
  let project: string
  beforeAll(() => {
    project = mkdtempSync(path.join(os.tmpdir(), 'jsmop-start-'))
    mkdirSync(path.join(project, 'node_modules'))
    writeFileSync(path.join(project, 'index.js'), '[].forEach(() => {})\n')
  })
  afterAll(() => rmSync(project, { recursive: true }))

  /** The files of the package that the command line loads. */
  async function loaded(...args: string[]): Promise<string[]> {
    const coverage = path.join(project, 'coverage')
    const main = packedCommandLine()
    await run(['node', main, ...args], { cwd: project, env: { NODE_V8_COVERAGE: coverage } })
    const texts = readdirSync(coverage).map((name) => readFileSync(path.join(coverage, name), 'utf8'))
    rmSync(coverage, { recursive: true })
    const urls = texts.flatMap((text) =>
      (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url),
    )
    const dist = path.resolve(main, '../../..')
    return urls
      .filter((url) => url.startsWith('file:'))
      .map((url) => path.relative(dist, decodeURIComponent(url.slice('file://'.length))))
      .sort()
  }

  test('the command line is a few parts of its bundle, and compiles no spec', async () => {
    const files = await loaded('run', '--preset', 'all', '--', 'true')
    expect(files.filter((file) => !file.startsWith('src/cli/bundle/'))).toEqual(['src/cli/main.js'])
    expect(files.filter((file) => /prepare-spec|evolution/.test(file))).toEqual([])
    expect(files.length).toBeLessThan(45)
  })

  test('a process evaluates no module of a spec that it sees no event of', async () => {
    const log = path.join(project, 'evaluated.log')
    writeFileSync(
      path.join(project, 'spec.mjs'),
      `import { appendFileSync } from 'node:fs'
      import { defineSpec } from 'jsmop'
      appendFileSync(${JSON.stringify(log)}, process.argv[1].endsWith('index.js') ? 'process ' : 'command line ')
      export default defineSpec({
        id: 'own/twice',
        description: 'a map is cleared once',
        severity: 'error',
        doc: 'https://example.org',
        parameters: { m: 'object' },
        events: { clear: { on: { kind: 'call', target: 'Map.prototype.clear' }, bind: { m: 'receiver' }, if: () => true } },
        logic: 'ere',
        formula: 'clear clear',
        report: { match: '{m} was cleared twice' },
      })`,
    )
    const watch = async (text: string): Promise<string> => {
      writeFileSync(path.join(project, 'index.js'), text)
      rmSync(log, { force: true })
      await run(['node', packedCommandLine(), 'run', '--spec-file', 'spec.mjs', '--', 'node', 'index.js'], {
        cwd: project,
      })
      return readFileSync(log, 'utf8')
    }
    expect(await watch('new Map().clear()\n')).toBe('command line process ')
    expect(await watch('[].forEach(() => {})\n')).toBe('command line ')
  })

  test('processes with other flags have a code cache of their own, and one that is damaged is written again', async () => {
    const cache = path.join(project, 'node_modules/.cache/jsmop')
    const caches = () => readdirSync(cache).filter((name) => name.startsWith('runtime-'))
    const start = async (...flags: string[]): Promise<void> => {
      const { stderr } = await run(['node', packedCommandLine(), 'run', '--', 'node', ...flags, 'index.js'], {
        cwd: project,
      })
      expect(stderr).toContain('1 process')
    }
    await start()
    // What starting compiled, and what the whole run did.
    const plain = caches()
    expect(plain).toHaveLength(2)
    await start('--stack-size=900')
    const others = caches().filter((name) => !plain.includes(name))
    expect(others).toHaveLength(2)
    const before = others.map((name) => statSync(path.join(cache, name)))
    expect(before[1]!.size).toBeGreaterThan(before[0]!.size)
    await start('--stack-size=900')
    expect(others.map((name) => statSync(path.join(cache, name)).mtimeMs)).toEqual(before.map(({ mtimeMs }) => mtimeMs))
    for (const name of others) writeFileSync(path.join(cache, name), 'damaged')
    await start('--stack-size=900')
    expect(caches()).toHaveLength(4)
    for (const [i, name] of others.entries())
      expect(statSync(path.join(cache, name)).size).toBeGreaterThan(before[i]!.size / 2)
  })
})
