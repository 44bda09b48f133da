/** Runs the test suite of a real project once, plain or monitored, and tells the processor time of all its processes. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { measureCommand } from '../../src/study/measure-command.ts'
import { prepareSubject } from '../../src/study/prepare-subject.ts'
import type { Subject } from '../../src/study/study.ts'

const install = 'npm install --omit=dev --ignore-scripts --no-audit --no-fund'
const beside = (...packages: readonly string[]) =>
  `${install} && npm install --no-save --ignore-scripts --no-audit --no-fund ${packages.join(' ')}`

/** Without `npx`, which is a process of its own. */
const tape = 'node node_modules/tape/bin/tape'

const suites: Readonly<Record<string, readonly [version: string, install: string, test: string]>> = {
  hyperid: [
    '4.0.0',
    beside('tape@5.9.0', 'bloomfilter@1.1.0', 'proxyquire@2.1.3'),
    `${tape} test/test.js test/uniqueness.js test/buffer.js`,
  ],
  'sha.js': ['2.4.12', beside('tape@5.9.0', 'hash-test-vectors@1.3.2', 'typedarray@0.0.7'), `${tape} 'test/**/*.js'`],
  'abstract-level': ['3.1.1', beside('tape@5.9.0', 'sinon@21.0.0', 'uuid@11.1.0'), 'node test/self.js'],
  'mqtt-packet': ['9.0.2', beside('tape@5.9.0', 'readable-stream@4.7.0'), `${tape} test.js`],
  bl: ['7.0.13', beside('tape@5.9.0', 'faucet@0.0.4', 'tempy@3.1.0'), 'node test/test.js'],
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
// The first run fills the caches of both: of the operating system, of npx, and ours.
await run()
const { cpuMs, stopped, exitCode } = await run()
if (stopped !== undefined || exitCode !== 0) throw new Error(`${name}: ${stopped ?? `exit code ${exitCode}`}`)
process.stdout.write(`${JSON.stringify({ ns: cpuMs * 1e6 })}\n`)
