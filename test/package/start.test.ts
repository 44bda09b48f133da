/** What starting reads: few files of the package, and none of the catalogue's modules. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

  interface Loaded {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { readonly count: number }[]
    }[]
  }

  /** The files of the package that the command line loads, and what it runs of them. */
  async function loaded(...args: string[]): Promise<{ readonly files: string[]; readonly called: Set<string> }> {
    const coverage = path.join(project, 'coverage')
    const main = packedCommandLine()
    await run(['node', main, ...args], { cwd: project, env: { NODE_V8_COVERAGE: coverage } })
    const texts = readdirSync(coverage).map((name) => readFileSync(path.join(coverage, name), 'utf8'))
    rmSync(coverage, { recursive: true })
    const folder = `${path.dirname(main)}/`
    const scripts = texts
      .flatMap((text) => (JSON.parse(text) as { result: Loaded[] }).result)
      .map((script) => ({ ...script, url: decodeURIComponent(script.url.replace(/^file:\/\//, '')) }))
      .filter(({ url }) => url.startsWith(folder))
    const functions = scripts.flatMap((script) => script.functions).filter(({ ranges }) => ranges[0]!.count > 0)
    return {
      files: scripts.map(({ url }) => url.slice(folder.length)).sort(),
      called: new Set(functions.map(({ functionName }) => functionName)),
    }
  }

  test('the command line is one bundle, and compiles no spec', async () => {
    const { files, called } = await loaded('run', '--preset', 'all', '--', 'true')
    expect(files).toEqual(['command-line.cjs', 'jsmop.cjs'])
    expect(called).toContain('packSpecs')
    for (const name of ['compileSpec', 'prepareSpec', 'EvolutionRun']) expect(called).not.toContain(name)
    for (const algo of ['D', 'E']) {
      const again = await loaded('run', '--preset', 'all', '--algo', algo, '--', 'true')
      expect(again.called).toContain('SpecChoice')
      for (const name of ['packSpecs', 'joinPlans', 'weavesFor', 'inPlace']) expect(again.called).not.toContain(name)
    }
  })

  test('the command line loads of Node what starting a process and writing take, and nothing else', async () => {
    const list = path.join(project, 'node-modules.json')
    const hook = path.join(project, 'list-modules.cjs')
    writeFileSync(
      hook,
      `const before = new Set(process.moduleLoadList)
      process.on('exit', () => {
        const loaded = process.moduleLoadList.filter((name) => !before.has(name))
        require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(loaded))
      })`,
    )
    await run(['node', '--require', hook, packedCommandLine(), 'run', '--preset', 'all', '--', 'true'], {
      cwd: project,
    })
    const names = (JSON.parse(readFileSync(list, 'utf8')) as string[])
      .map((name) => name.replace('NativeModule ', ''))
      .filter((name) => /^[a-z_]+$/.test(name))
    expect(names).toContain('child_process')
    const needed = 'child_process dgram diagnostics_channel module net os stream string_decoder vm'.split(' ')
    expect(names.filter((name) => !needed.includes(name))).toEqual([])
  })

  test('the command line has a code cache once there was a run', async () => {
    const fresh = mkdtempSync(path.join(os.tmpdir(), 'jsmop-start-'))
    const cache = path.join(fresh, 'node_modules/.cache/jsmop')
    mkdirSync(path.join(fresh, 'node_modules'))
    const at = { cwd: fresh, env: { TMPDIR: fresh } }
    await run(['node', packedCommandLine(), 'specs'], at)
    expect(existsSync(cache)).toBe(false)
    const caches = () => readdirSync(cache).filter((name) => name.startsWith('command-line-'))
    const times = () => caches().map((name) => statSync(path.join(cache, name)).mtimeMs)
    await run(['node', packedCommandLine(), '--', 'true'], at)
    expect(caches()).toHaveLength(1)
    const first = times()
    await run(['node', packedCommandLine(), '--', 'true'], at)
    expect(times()).toEqual(first)
    writeFileSync(path.join(cache, caches()[0]!), 'damaged')
    const { stderr } = await run(['node', packedCommandLine(), '--', 'true'], at)
    expect(stderr).toContain('jsmop: no violations')
    expect(statSync(path.join(cache, caches()[0]!)).size).toBeGreaterThan(10_000)
    await run(['node', packedCommandLine(), '--since', 'last', '--', 'true'], at)
    await run(['node', packedCommandLine(), 'specs'], at)
    expect(caches().map((name) => name.replace(/.*-/, ''))).toEqual(['evolution', 'other', 'run'])
    await run(['node', packedCommandLine(), '--algo', 'E', '--since', 'last', '--', 'true'], at)
    expect(caches().filter((name) => name.endsWith('-evolution-traces'))).toHaveLength(1)
    rmSync(fresh, { recursive: true })
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

  test('processes with another algorithm have a code cache of their own for what it compiles', async () => {
    const cache = path.join(project, 'node_modules/.cache/jsmop')
    const caches = () => readdirSync(cache).filter((name) => name.startsWith('runtime-') && !name.endsWith('.tmp'))
    writeFileSync(path.join(project, 'events.js'), 'const m = new Map([[1, 2]]); for (const e of m) m.set(1, e)\n')
    const watch = async (...options: string[]): Promise<readonly string[]> => {
      const before = caches()
      await run(['node', packedCommandLine(), 'run', ...options, '--', 'node', 'events.js'], { cwd: project })
      return caches().filter((name) => !before.includes(name))
    }
    await watch('--algo', 'D')
    expect(await watch('--algo', 'D')).toEqual([])
    expect((await watch('--traces')).map((name) => name.endsWith('-D-traces'))).toEqual([true])
    expect((await watch('--algo', 'E')).map((name) => name.endsWith('-E'))).toEqual([true])
    expect(await watch('--algo', 'E')).toEqual([])
    for (const name of caches()) rmSync(path.join(cache, name))
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
