/** Runs the test suite of a real project once, plain or monitored, and tells the processor time of all its processes. */

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { measureCommand } from '../../src/study/measure-command.ts'
import { prepareSubject } from '../../src/study/prepare-subject.ts'
import type { Subject } from '../../src/study/study.ts'

const install = 'npm install --omit=dev --ignore-scripts --no-audit --no-fund'
const beside = (...packages: readonly string[]) =>
  `${install} && npm install --no-save --ignore-scripts --no-audit --no-fund ${packages.join(' ')}`

/** Without `npx`, which is a process of its own. Time limits of single tests are not what is measured. */
const tape = 'node node_modules/tape/bin/tape'
const mocha = 'node node_modules/mocha/bin/_mocha --timeout 1000000'

const suites: Readonly<Record<string, readonly [version: string, install: string, test: string]>> = {
  'sha.js': ['2.4.12', beside('tape@5.9.0', 'hash-test-vectors@1.3.2', 'typedarray@0.0.7'), `${tape} 'test/**/*.js'`],
  'crypto-browserify': [
    '3.12.1',
    beside(
      'tape@5.9.0',
      'hash-test-vectors@1.3.2',
      'object.entries@1.1.8',
      'pseudorandombytes@2.0.0',
      'safe-buffer@5.2.1',
      'semver@6.3.1',
    ),
    `${tape} 'test/*.js'`,
  ],
  'bn.js': ['3.3.0', beside('mocha@11.7.5'), `${mocha} 'test/**/*-test.js'`],
  hyperid: [
    '4.0.0',
    beside('tape@5.9.0', 'bloomfilter@1.1.0', 'proxyquire@2.1.3'),
    `${tape} test/test.js test/uniqueness.js test/buffer.js`,
  ],
  // Without its tests on whole files, which take minutes.
  compressjs: [
    '1.0.3',
    beside('mocha@11.7.5'),
    `${mocha} test/bwtest.js test/suftest.js 'test/bzip2-*.js' test/huffman.js test/range.js`,
  ],
}

const [name, variant] = process.argv.slice(2) as [string, string]
const [version, preparation, test] = suites[name]!
const subject: Subject = {
  id: name,
  project: name,
  version,
  source: { kind: 'npm', name, version },
  install: preparation,
  test,
  before: undefined,
  labels: {},
}
const home = process.env['JSMOP_SUBJECTS'] ?? path.join(tmpdir(), 'jsmop-subjects')
const scratch = mkdtempSync(path.join(tmpdir(), 'jsmop-suite-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
const { folder } = await prepareSubject(subject, home)
const command = path.join(process.cwd(), 'dist/jsmop.cjs')
const monitored = `node '${command}' run --preset all --fail-on never --out '${path.join(scratch, 'run')}' -- ${test}`
const run = () =>
  measureCommand(variant === 'plain' ? test : monitored, {
    cwd: folder,
    env: { ...process.env, CI: '1' },
    limits: { seconds: 280, megabytes: 4000 },
    scratch,
  })
// The first run of a build fills the caches: that of the operating system, and ours.
const mark = path.join(folder, `.measured-${variant}`)
const build = String(statSync(command).mtimeMs)
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== build) await run()
writeFileSync(mark, build)
const { cpuMs, stopped, exitCode } = await run()
if (stopped !== undefined || exitCode !== 0) throw new Error(`${name}: ${stopped ?? `exit code ${exitCode}`}`)
process.stdout.write(`${JSON.stringify({ ns: cpuMs * 1e6 })}\n`)
