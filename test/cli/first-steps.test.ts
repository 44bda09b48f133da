/**
 * The first ten minutes of a new user, in a fresh folder with the packed package: install, set up, run, read, mend, run again,
 * ignore one with a reason, commit a baseline, see only what is new.
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ended, isBuilt, packedArchive, run } from '../support/packed-package.ts'

const leavingLoop = [
  'export function expire(sessions, now) {',
  '  for (const session of sessions) {',
  '    if (session.expires <= now) sessions.splice(sessions.indexOf(session), 1)',
  '  }',
  '}',
]
const mendedLoop = [
  'export function expire(sessions, now) {',
  '  for (const session of [...sessions]) {',
  '    if (session.expires <= now) sessions.splice(sessions.indexOf(session), 1)',
  '  }',
  '}',
]
const ignoredLoop = [
  leavingLoop[0]!,
  '  // jsmop-ignore-next-line array/no-shift-during-iteration -- at most one expires at a time',
  ...leavingLoop.slice(1),
]
const lateWrite = [
  "import { Writable } from 'node:stream'",
  'export function log(lines) {',
  '  const sink = new Writable({ write: (chunk, encoding, done) => done() })',
  "  sink.on('error', () => {})",
  '  sink.end()',
  '  for (const line of lines) sink.write(line)',
  '}',
]
const tests = [
  "import { test } from 'node:test'",
  "import { expire } from '../src/sessions.js'",
  "test('sessions expire', () => expire([{ expires: 1 }, { expires: 9 }, { expires: 9 }], 5))",
]
const moreTests = [
  ...tests,
  "import { log } from '../src/log.js'",
  "test('lines are logged', () => log(['one', 'two']))",
]

describe.skipIf(!isBuilt)('a new user', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'jsmop-first-steps-'))
  afterAll(() => rmSync(project, { recursive: true }))

  const write = (file: string, lines: readonly string[]) => {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
    writeFileSync(path.join(project, file), `${lines.join('\n')}\n`)
  }
  const jsmop = (...args: string[]): Promise<Ended> => run(['npx', 'jsmop', ...args], { cwd: project })
  /** From the rule of the report on: what stands above is the tests' own. */
  const reportOf = ({ stderr }: Ended) => stderr.slice(stderr.indexOf('─'))
  /** Names of folders have the time in them, and the catalogue grows. */
  const steady = (text: string) =>
    text
      .replaceAll(/runs\/[\d-]+/g, 'runs/<id>')
      .replaceAll(/\d+(?:\.\d)? m?s\b/g, '<time>')
      .replace(/watched \d+ events of \d+ of \d+/, 'watched <n> events of <n> of <n>')

  beforeAll(() => {
    write('package.json', ['{ "type": "module", "scripts": { "test": "node --test" } }'])
    write('package-lock.json', ['{ "lockfileVersion": 3 }'])
    write('src/sessions.js', leavingLoop)
    write('test/shop.test.js', tests)
  })

  test('installs', { timeout: 120_000 }, async () => {
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline']
    const { code, stderr } = await run(['npm', 'install', '--save-dev', ...quiet, packedArchive()], { cwd: project })
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect((await jsmop('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('sets up', async () => {
    const { stdout, code } = await jsmop('init')
    expect(stdout).toBe(
      'Found npm and node:test.\nWrote jsmop.config.ts.\n`jsmop init --undo` takes this back.\n\nNext:\n  npx jsmop -- npm test\n',
    )
    expect(code).toBe(0)
    const printed = await jsmop('run', '--print-config')
    expect(printed.stdout).toContain('failOn: "error"  (jsmop.config.ts)\n')
  })

  test('runs, and reads what is wrong', async () => {
    const ended = await jsmop('--reporter', 'text', '--reporter', 'html', '--', 'npm', 'test')
    expect(steady(reportOf(ended))).toBe(
      [
        '─'.repeat(80),
        'error the loop went on after elements of its array had changed places: it skips',
        '      some or meets some twice',
        '  at src/sessions.js:2:25 in expire',
        '    1 | export function expire(sessions, now) {',
        '  > 2 |   for (const session of sessions) {',
        '      |                         ^',
        '    3 |     if (session.expires <= now) sessions.splice(sessions.indexOf(sessio…',
        '  tests: sessions expire',
        '  rule: Elements of an array must not change places under a loop that iterates',
        '        it. (array/no-shift-during-iteration)',
        '  https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Array/Symbol.iterator',
        '',
        'jsmop: 1 error',
        '  watched <n> events of <n> of <n> specs in 1 process (2 more passed through)',
        '  took <time>; JSMOP in all processes: <time> to start, <time> to weave',
        '`jsmop explain-violation 1` walks through the first, event by event.',
        'Full report: .jsmop/runs/<id>',
        'HTML report: .jsmop/runs/<id>/report.html',
        '',
      ].join('\n'),
    )
    expect(ended.code).toBe(3)
    expect(existsSync(path.join(project, '.jsmop/latest/report.html'))).toBe(true)
  })

  test('lets a CI job do the same: what the action runs, with its inputs', async () => {
    const action = readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')
    const inputs = { command: 'npm test', preset: 'recommended', 'fail-on': 'error' }
    const env = Object.fromEntries(
      [...action.matchAll(/^ +(JSMOP_\w+): \$\{\{ inputs\.([\w-]+) \}\}$/gm)].map(([, name, input]) => [
        name!,
        inputs[input as keyof typeof inputs],
      ]),
    )
    expect(Object.values(env)).toEqual(Object.values(inputs))
    const script = /run: >-\n((?: {8}.*\n)+)/.exec(action)![1]!.replaceAll(/\s*\n\s*/g, ' ')
    const { stdout, code } = await run(['bash', '-c', script], { cwd: project, env })
    expect(stdout).toMatch(/^::error file=src\/sessions\.js,line=2,col=25,/m)
    expect(code).toBe(3)
    for (const file of ['result.json', 'specs.json', 'report.html', 'report.sarif']) {
      expect(existsSync(path.join(project, 'jsmop-results', file)), file).toBe(true)
    }
    rmSync(path.join(project, 'jsmop-results'), { recursive: true })
  })

  test('mends it, and runs again', async () => {
    write('src/sessions.js', mendedLoop)
    const ended = await jsmop('--', 'npm', 'test')
    expect(reportOf(ended)).toContain('\njsmop: no violations\n')
    expect(ended.code).toBe(0)
  })

  test('ignores one with a reason', async () => {
    write('src/sessions.js', ignoredLoop)
    const ended = await jsmop('--', 'npm', 'test')
    expect(reportOf(ended)).toContain('\njsmop: no violations, 1 ignored\n')
    expect(ended.code).toBe(0)
  })

  test('commits a baseline', async () => {
    write('src/log.js', lateWrite)
    write('test/shop.test.js', moreTests)
    expect((await jsmop('--', 'npm', 'test')).code).toBe(3)
    const { stdout } = await jsmop('baseline')
    expect(stdout).toBe(
      '+ src/log.js a stream was written to after it was ended (stream/no-write-after-end)\njsmop-baseline.json has 1 known violation: 1 added, 0 removed. Commit it.\n',
    )
    const ended = await jsmop('--', 'npm', 'test')
    expect(reportOf(ended)).toContain('\njsmop: 1 error, 0 of them new, 1 ignored\n')
    expect(ended.code).toBe(0)
  })

  test('sees only what is new, also when lines have moved', async () => {
    write('src/log.js', ['// A line that moves all others.', ...lateWrite])
    write('src/sessions.js', leavingLoop)
    const ended = await jsmop('--', 'npm', 'test')
    expect(reportOf(ended)).toContain('New, in your code (1)\n')
    expect(reportOf(ended)).toContain('Known, in the baseline (1)\n')
    expect(reportOf(ended)).toContain('\njsmop: 2 errors, 1 of them new\n')
    expect(ended.code).toBe(3)
  })

  test('is told what can go', async () => {
    write(
      'src/log.js',
      lateWrite.filter((line) => !line.includes('sink.end()')),
    )
    write('src/sessions.js', [
      ...mendedLoop,
      '// jsmop-ignore-next-line array/no-shift-during-iteration -- mended since',
      'export const none = []',
    ])
    const ended = await jsmop('--', 'npm', 'test')
    expect(reportOf(ended)).toContain(
      'Nothing to ignore of array/no-shift-during-iteration at src/sessions.js:6: the\n  comment can go.\n1 entry of jsmop-baseline.json did not occur: `jsmop baseline` removes it.\n',
    )
    expect(ended.code).toBe(0)
    expect((await jsmop('baseline')).stdout).toContain('has 0 known violations: 0 added, 1 removed.')
  })

  test('takes the set-up back', async () => {
    expect((await jsmop('init', '--undo')).stdout).toBe('Removed jsmop.config.ts.\n')
    expect(readFileSync(path.join(project, '.jsmop/.gitignore'), 'utf8')).toBe('*\n')
  })
})
