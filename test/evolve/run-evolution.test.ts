/** `jsmop run --since` from outside: what it falls back to, git, test selection, phases. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Result } from '#src/report/result.ts'
import { isBuilt, packedCommandLine, run } from '../support/packed-package.ts'
import { baseProject, change, monitor, monitorText } from './history-project.ts'
import { makeProject, writeTexts } from './project.ts'

const removal = 'example/checked-removal'
const shown = ({ violations }: Result): string[] =>
  violations.filter((violation) => violation.new !== false).map(({ file, line, spec }) => `${file}:${line} ${spec}`)

const pushedTwice = JSON.stringify({
  id: 'example/pushed',
  description: 'Nothing is pushed twice to one list.',
  severity: 'warning',
  doc: 'https://example.com',
  parameters: { list: 'object' },
  events: { push: { on: { kind: 'call', target: 'Array.prototype.push' }, bind: { list: 'receiver' } } },
  logic: 'ere',
  formula: 'push push',
  report: { match: 'pushed twice' },
})

describe.skipIf(!isBuilt)('jsmop run --since', { timeout: 180_000 }, () => {
  let base: string
  let baseViolations: Result['violations']
  beforeAll(async () => {
    base = baseProject()
    baseViolations = (await monitor(base)).violations
  }, 180_000)

  it('falls back to full monitoring when the state is damaged or of another version, and says so', async () => {
    const root = change(base, 'comment')
    const file = path.join(root, '.jsmop/state.json')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.slice(0, -100))
    expect((await monitor(root)).evolution?.why).toBe('the state of the earlier run is damaged')
    writeFileSync(file, text.replace('{"jsmop-state":4', '{"jsmop-state":0'))
    expect((await monitor(root)).evolution?.why).toBe('the state of the earlier run has version 0, not 4')
  })

  it('falls back to full monitoring when a configuration changed, and still shows only what is new', async () => {
    const root = change(base, 'flag')
    writeTexts(root, { 'tsconfig.json': '{}' })
    const result = await monitor(root)
    expect(result.evolution?.why).toBe('tsconfig.json changed')
    expect(shown(result)).toEqual([`lib/d.js:8 ${removal}`])
  })

  it('falls back to full monitoring when a runner changed and safety or a choice of tests asks for it', async () => {
    const root = baseProject()
    const manifest = { name: 'history', type: 'module', dependencies: { walker: '*' }, devDependencies: { mocha: '*' } }
    const installed = (project: string, version: string): void =>
      writeTexts(project, { 'node_modules/mocha/package.json': JSON.stringify({ name: 'mocha', version }) })
    writeTexts(root, { 'package.json': JSON.stringify(manifest) })
    installed(root, '1.0.0')
    await monitor(root)
    const upgraded = (): string => {
      const version = change(root, 'flag')
      installed(version, '2.0.0')
      return version
    }
    for (const options of [['ps1'], ['ps1c'], ['ps3cl', '--rts']])
      expect((await monitor(upgraded(), ['--variant', ...options])).evolution?.why).toBe('the installed mocha changed')
    const { evolution } = await monitor(upgraded(), ['--variant', 'ps3cl'])
    expect(evolution).toMatchObject({ decision: 'selected', changed: ['lib/b.js'] })
    expect(evolution?.weakness).toContain('the installed mocha changed, which is taken to change nothing')
  })

  it('says what a change affects and runs nothing, with no more names than one reads', async () => {
    const names = Array.from({ length: 43 }, (_, n) => `more/m${10 + n}.js`)
    const root = baseProject()
    writeTexts(root, Object.fromEntries(names.map((name) => [name, 'export {}'])))
    await monitor(root)
    const text = await monitorText(change(root, 'flag'), ['--variant', 'ps1c', '--dry-run'])
    expect(text.replace(/^specs \(6 of \d+\): .*example\/checked-removal.*$/m, 'specs')).toBe(`changed: lib/b.js
affected (ps1c, 5 of 50 modules): lib/a.js, lib/b.js, lib/c.js, lib/d.js, test/tc.js
specs
not woven: lib/e.js, ${names.slice(0, 39).join(', ')} and 5 more
`)
  })

  it('keeps the state back when the command fails, so that nothing is forgotten', async () => {
    const root = change(base, 'flag')
    const before = readFileSync(path.join(root, '.jsmop/state.json'), 'utf8')
    writeTexts(root, { 'test/te.js': 'process.exitCode = 0; process.kill(process.pid, "SIGKILL")' })
    await monitor(root, [], ['sh', '-c', 'node test/tc.js; node test/te.js || exit 3'])
    expect(readFileSync(path.join(root, '.jsmop/state.json'), 'utf8')).toBe(before)
  })

  it('leaves processes alone whose tests depend on no change, and forgets nothing that they break', async () => {
    const command = ['node', '--test', 'test/tc.js', 'test/te.js']
    const root = baseProject()
    const { violations, processes } = await monitor(root, [], command)
    const version = change(root, 'flag')
    const selected = await monitor(version, ['--variant', 'ps1c'], command)
    expect(selected.evolution).toMatchObject({ decision: 'selected', idle: 1, gone: [] })
    expect(selected.processes.monitored).toBe(processes.monitored - 1)
    expect(shown(selected)).toEqual([`lib/d.js:8 ${removal}`])
    expect(violations.filter(({ file }) => file === 'lib/e.js')).toHaveLength(1)
    expect(selected.violations.filter(({ file }) => file === 'lib/e.js')).toEqual([])
    const again = await monitor(version, ['--variant', 'full'], command)
    expect(again.violations.filter(({ file }) => file === 'lib/e.js')).toHaveLength(1)
    expect(shown(again)).toEqual([])
  })

  it('begins to watch a process with the first text that a change affects', async () => {
    const asks = `export default {
      id: 'example/asked',
      description: 'Says when it is asked.',
      severity: 'warning',
      doc: 'https://example.com',
      parameters: { list: 'object' },
      events: {
        push: {
          on: { kind: 'call', target: 'Array.prototype.push' },
          bind: { list: 'receiver' },
          if: ({ args }) => (process._rawDebug('asked of ' + args[0]), true),
        },
      },
      logic: 'ere',
      formula: 'push push push',
      report: { match: 'three are too many' },
    }`
    const root = makeProject({
      'package.json': '{"name":"waiting"}',
      'asked.mjs': asks,
      'node_modules/first/package.json': '{"name":"first"}',
      'node_modules/first/index.js': 'for (const file of process.argv.slice(2)) require(require("path").resolve(file))',
      'before.js': '[].push("before")',
      'changed.js': '[].push("the old text")',
      'after.js': '[].push("after")',
    })
    const asked = async (...options: string[]): Promise<string[]> => {
      const command = ['node', 'node_modules/first/index.js', 'before.js', 'changed.js', 'after.js']
      const watch = ['--spec-file', 'asked.mjs', '--since', 'last', ...options]
      const { stderr } = await run(['node', packedCommandLine(), 'run', ...watch, '--', ...command], { cwd: root })
      return stderr.match(/^asked of .*/gm) ?? []
    }
    expect(await asked()).toEqual(['asked of before', 'asked of the old text', 'asked of after'])
    writeTexts(root, { 'changed.js': '[].push("the new text")' })
    expect(await asked('--variant', 'ps3c')).toEqual(['asked of the new text', 'asked of after'])
  })

  it.each([
    ['require', 'require(file)'],
    ['a module', 'import(file)'],
    ['a script', 'new vm.Script(text, { filename: file }).runInThisContext()'],
    ['a text', 'vm.runInThisContext(text, { filename: file })'],
    ['a text and its name', 'vm.runInThisContext(text, file)'],
    ['a function', 'vm.compileFunction(text, [], { filename: file })()'],
  ])('watches the main realm when something affected runs there, by %s, after a realm of vm', async (_, way) => {
    const root = makeProject({
      'package.json': '{"name":"realms"}',
      'pushed.json': pushedTwice,
      'node_modules/first/index.js': `const vm = require('vm'), fs = require('fs'), path = require('path')
        const file = path.resolve('changed.js'), text = fs.readFileSync(file, 'utf8')
        vm.runInContext(text, vm.createContext({}), { filename: file })
        ${way}`,
      'changed.js': 'var a = []; a.push(1)',
    })
    const watch = ['run', '--spec-file', 'pushed.json', '--since', 'last', '--variant', 'ps3c', '--fail-on', 'never']
    const events = async (): Promise<number> => {
      const command = ['node', 'node_modules/first/index.js']
      await run(['node', packedCommandLine(), ...watch, '--', ...command], { cwd: root })
      const result = JSON.parse(readFileSync(path.join(root, '.jsmop/latest/result.json'), 'utf8')) as Result
      return result.stats.perSpec['example/pushed']!.events
    }
    expect(await events()).toBe(2)
    writeTexts(root, { 'changed.js': 'var a = []; a.push(1); a.push(2)' })
    expect(await events()).toBe(4)
  })

  it('wraps no function of the language that affected code does not name, where missing its calls raises no alarm', async () => {
    const calls = (id: string, formula: string) => ({
      id,
      description: 'What is read stays as it is.',
      severity: 'warning',
      doc: 'https://example.com',
      parameters: { map: 'object' },
      events: {
        get: { on: { kind: 'call', target: 'Map.prototype.get' }, bind: { map: 'receiver' }, creation: true },
        set: { on: { kind: 'call', target: 'Map.prototype.set' }, bind: { map: 'receiver' } },
        end: { on: { kind: 'end', of: 'program' } },
      },
      logic: 'ere',
      formula,
      report: { match: 'it did not' },
    })
    const root = makeProject({
      'package.json': '{"name":"unnamed"}',
      'changes.json': JSON.stringify(calls('example/read-then-changed', 'get+ set')),
      'stays.json': JSON.stringify(calls('example/read-and-never-changed', 'get+ (end | set set end)')),
      'main.js': `const first = require('./first.js'), second = require('./second.js'); first(); second()`,
      'list.js': 'exports.map = new Map()',
      'second.js': `const { map } = require('./list.js'); module.exports = () => map.set(1, 2)`,
    })
    let version = 1
    const watch = async (file: string, variant: string): Promise<unknown> => {
      version += 1
      writeTexts(root, {
        'first.js': `const { map } = require('./list.js'); module.exports = () => map.get(${version})`,
      })
      const options = [
        '--spec-file',
        file,
        '--since',
        'last',
        '--variant',
        variant,
        '--show',
        'all',
        '--fail-on',
        'never',
      ]
      await run(['node', packedCommandLine(), 'run', ...options, '--', 'node', 'main.js'], { cwd: root })
      const { stats, violations } = JSON.parse(
        readFileSync(path.join(root, '.jsmop/latest/result.json'), 'utf8'),
      ) as Result
      const own = (id: string): boolean => id.startsWith('example/')
      const [id] = Object.keys(stats.perSpec).filter(own)
      return { events: stats.perSpec[id!]?.events, violations: violations.filter(({ spec }) => own(spec)).length }
    }
    // The first run of each knows nothing and watches all.
    expect(await watch('changes.json', 'ps3c')).toEqual({ events: 3, violations: 1 })
    expect(await watch('changes.json', 'ps3c')).toEqual({ events: 2, violations: 0 })
    expect(await watch('changes.json', 'ps1c')).toEqual({ events: 3, violations: 1 })
    expect(await watch('stays.json', 'ps3c')).toEqual({ events: 3, violations: 0 })
    expect(await watch('stays.json', 'ps3c')).toEqual({ events: 3, violations: 0 })
  })

  it('watches realms of vm in which something runs that a change affects, and no others', async () => {
    const ways = {
      script: 'new vm.Script(text, { filename }).runInContext(realm)',
      newly: 'new vm.Script(text, { filename }).runInNewContext(realm)',
      text: 'vm.runInContext(text, realm, { filename })',
      named: 'vm.runInContext(text, realm, filename)',
      function: 'vm.compileFunction(text, [], { filename, parsingContext: realm })()',
      there: 'vm.runInNewContext(text, realm, { filename })',
    }
    const push = '[].push(1)'
    const root = makeProject({
      'package.json': '{"name":"realms"}',
      'pushed.json': pushedTwice,
      // A realm for each way and file; what ran before in a realm runs in it once more.
      'node_modules/first/index.js': `const vm = require('vm'), fs = require('fs'), path = require('path')
        const ways = { ${Object.entries(ways)
          .map(([name, text]) => `${name}: (text, filename, realm) => ${text}`)
          .join(', ')} }
        for (const [name, run] of Object.entries(ways)) {
          for (const file of ['before.js', 'changed.js', 'after.js']) {
            const realm = vm.createContext({})
            const isAsItWas = () => vm.runInContext('/native code/.test(Array.prototype.push) + " " + ("jsmop" in Array.prototype.push)', realm)
            run(fs.readFileSync(file, 'utf8'), path.resolve(file), realm)
            const own = Object.getOwnPropertyNames(new vm.Script('1', { filename: path.resolve(file) }))
            console.log(name, file, isAsItWas(), own.length)
          }
        }`,
      'before.js': push,
      'changed.js': 'let a = []; a.push(1)',
      'after.js': push,
    })
    const command = ['node', 'node_modules/first/index.js']
    const watch = ['run', '--spec-file', 'pushed.json', '--since', 'last', '--variant', 'ps3c', '--fail-on', 'never']
    const events = async (): Promise<{ events: number; stdout: string }> => {
      const { stdout } = await run(['node', packedCommandLine(), ...watch, '--', ...command], { cwd: root })
      const result = JSON.parse(readFileSync(path.join(root, '.jsmop/latest/result.json'), 'utf8')) as Result
      return { events: result.stats.perSpec['example/pushed']!.events, stdout: stdout.replace(/^─+$[^]*/m, '') }
    }
    const plain = await run(command, { cwd: root })
    const whole = await events()
    expect(whole).toEqual({ events: 3 * Object.keys(ways).length, stdout: plain.stdout })
    writeTexts(root, { 'changed.js': 'let a = []; a.push(1); a.push(2)' })
    const some = await events()
    expect(some).toEqual({ events: 2 * Object.keys(ways).length, stdout: plain.stdout })
  })

  it('begins a state, which runs without it only renew', async () => {
    const root = baseProject()
    const file = path.join(root, '.jsmop/state.json')
    const plainly = () => run(['node', packedCommandLine(), 'run', '--', 'node', 'test/tc.js'], { cwd: root })
    await plainly()
    expect(existsSync(file)).toBe(false)
    expect((await monitor(root)).evolution?.why).toBe('no earlier run has left its state here')
    const added = (): boolean => readFileSync(file, 'utf8').includes('lib/added.js')
    writeTexts(root, { 'lib/added.js': '' })
    expect(added()).toBe(false)
    await plainly()
    expect(added()).toBe(true)
  })

  it('compares with a commit, where files were changed, moved and not added yet', async () => {
    const root = baseProject()
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root })
    writeTexts(root, { '.gitignore': 'node_modules\n.jsmop\n' })
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'base')
    writeTexts(root, {
      'lib/b.js': readFileSync(path.join(root, 'lib/b.js'), 'utf8').replace('true', 'false'),
      'lib/x.js': '',
    })
    const { evolution, violations } = await monitor(root, ['--since', 'HEAD'])
    expect(evolution).toMatchObject({ decision: 'selected', changed: ['lib/b.js', 'lib/x.js'], affected: 6 })
    // No run knows what was violated at the commit.
    expect(violations.map((violation) => violation.new)).toEqual(violations.map(() => null))
  })

  it('monitors everything and shows what a baseline does not know, when it names one', async () => {
    const root = change(base, 'flag')
    const violations = [
      { fingerprint: 'x', spec: removal, file: 'lib/gone.js', message: '', places: 1 },
      ...baseViolations.map(({ fingerprint, spec, file }) => ({ fingerprint, spec, file, message: '', places: 1 })),
    ]
    writeTexts(root, { 'known.json': JSON.stringify({ schema: 1, violations }) })
    const result = await monitor(root, ['--since', 'known.json'])
    expect(result.evolution?.why).toBe('a baseline tells violations, not what the code was')
    expect(shown(result)).toEqual([`lib/d.js:8 ${removal}`])
    expect(result.baseline).toMatchObject({ file: 'known.json', gone: [{ fingerprint: 'x' }] })
  })

  it('runs only tests that depend on the change with --rts', async () => {
    const root = change(base, 'flag')
    const command = ['node', '--test', 'test/tc.js', 'test/te.js']
    const all = await monitor(root, ['--rts'], command)
    expect(all.evolution?.tests?.why).toMatch(/^the command is `node --test test\/tc.js test\/te.js`, and was /)
    writeTexts(root, { 'lib/b.js': `${readFileSync(path.join(root, 'lib/b.js'), 'utf8')}export const x = 1\n` })
    const some = await monitor(root, ['--rts'], command)
    expect(some.evolution).toMatchObject({ changed: ['lib/b.js'], tests: { run: 1, of: 2 }, known: 3 })
    writeTexts(root, { 'lib/unused.js': 'unused()' })
    const none = await monitor(root, ['--rts'], command)
    expect(none).toMatchObject({
      exitReason: 'no test depends on what changed',
      evolution: { tests: { run: 0, of: 2 }, known: 3 },
    })
  })

  it('leaves the command as it is when no spec is selected, and the state fit for the next change', async () => {
    const root = baseProject()
    // Outside of the project, by a name that no graph follows: what a module reads is a part of what it depends on.
    const file = `${root}.shown`
    const shows = 'JSON.stringify([process.execArgv, process.env])'
    writeTexts(root, {
      'test/show.js': `import fs from 'node:fs'\nfs.writeFileSync(process.cwd() + '.shown', ${shows})\n`,
    })
    const command = ['sh', '-c', 'node test/tc.js && node test/te.js && node test/show.js']
    await monitor(root, [], command)
    await run(command, { cwd: root })
    const plain: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const unchanged = await monitor(root, [], command)
    expect(unchanged).toMatchObject({
      exitCode: 0,
      processes: { monitored: 0, skipped: 0, escaped: 0 },
      evolution: { decision: 'plain', selected: [], known: 2 },
    })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(plain)
    expect(existsSync(path.join(root, '.jsmop/latest/run.json'))).toBe(false)
    const noneCritical = await monitor(root, ['--rpp', '--phase', 'critical'], command)
    expect(noneCritical.evolution).toMatchObject({ decision: 'plain', selected: [] })
    expect(existsSync(path.join(root, '.jsmop/latest/run.json'))).toBe(false)
    const next = change(root, 'flag')
    expect(shown(await monitor(next, [], command))).toEqual([`lib/d.js:8 ${removal}`])
  })

  it('splits a run into phases that together leave the state of a whole run', async () => {
    const root = change(base, 'share')
    const critical = await monitor(root, ['--rpp', '--phase', 'critical'])
    expect(critical.evolution?.phase?.name).toBe('critical')
    // Violated before, and selected by the change; utf8 was violated before and is not selected.
    expect(critical.evolution?.selected).toEqual([removal])
    const background = await monitor(root, ['--rpp', '--phase', 'background'])
    expect(background.evolution?.selected).toContain('example/shared-lists')
    expect(shown(background)).toEqual(['lib/a.js:4 example/shared-lists'])
    const next = await monitor(root, ['--rpp', '--phase', 'critical'])
    expect(next.evolution).toMatchObject({ decision: 'plain', known: 3 })
    expect(next.evolution?.phase?.moved).toEqual(['example/shared-lists became critical: it was violated.'])
  })
})
