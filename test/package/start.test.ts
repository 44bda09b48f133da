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
    const [plain] = caches()
    await start('--stack-size=900')
    const other = caches().find((name) => name !== plain)!
    expect(caches()).toHaveLength(2)
    const { size, mtimeMs } = statSync(path.join(cache, other))
    await start('--stack-size=900')
    expect(statSync(path.join(cache, other)).mtimeMs).toBe(mtimeMs)
    writeFileSync(path.join(cache, other), 'damaged')
    await start('--stack-size=900')
    expect(caches()).toHaveLength(2)
    expect(statSync(path.join(cache, other)).size).toBeGreaterThan(size / 2)
  })
})
