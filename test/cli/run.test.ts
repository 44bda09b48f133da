/** `jsmop run`: exit codes, specs of a user's own, and what it says when nothing could be monitored. */

import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { isBuilt, monitor, packedCommandLine, run } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/run/', import.meta.url))
const out = mkdtempSync(path.join(tmpdir(), 'jsmop-run-'))
afterAll(() => rmSync(out, { recursive: true, force: true }))

const own = ['--spec', 'array/no-shift-during-iteration', '--spec-file', 'growth.spec.ts']

function jsmop(options: readonly string[], command: readonly string[]) {
  return run(['node', packedCommandLine(), '--out', out, ...options, '--', ...command], { cwd })
}

describe.skipIf(!isBuilt)('jsmop run', () => {
  it('watches a spec in TypeScript that imports another module, in a program that only its syntax shows to be a module', async () => {
    const { result } = await monitor(own, ['node', 'breaks.js'], { cwd })
    expect(result.violations.map(({ spec, file, line, count }) => ({ spec, file, line, count }))).toEqual([
      { spec: 'own/small-maps', file: 'breaks.js', line: 5, count: 2 },
    ])
    expect(result.unparsed).toEqual([])
  })

  it('ends with 3 when a rule was broken', async () => {
    expect((await jsmop(own, ['node', 'breaks.js'])).code).toBe(3)
  })

  it("ends with the command's own code if it is not 0", async () => {
    expect((await jsmop(own, ['node', 'breaks.js', '7'])).code).toBe(7)
  })

  it('ends with 0 when broken rules are not to fail', async () => {
    expect((await jsmop([...own, '--fail-on', 'never'], ['node', 'breaks.js'])).code).toBe(0)
  })

  it('ends by the signal that ended the command', async () => {
    const { signal, stderr } = await jsmop(own, ['node', 'breaks.js', 'killed'])
    expect(signal).toBe('SIGTERM')
    expect(stderr).toContain('a map grew')
  })

  it('ends with 70 when there was nothing that it could monitor', async () => {
    expect((await jsmop(own, ['true'])).code).toBe(70)
  })

  it('keeps the last fifty runs', async () => {
    const project = mkdtempSync(path.join(tmpdir(), 'jsmop-kept-'))
    const runs = path.join(project, '.jsmop/runs')
    try {
      const old = Array.from({ length: 60 }, (_, n) => `20200101-0000${String(n).padStart(2, '0')}-1`)
      for (const name of old) mkdirSync(path.join(runs, name, 'sessions'), { recursive: true })
      await run(['node', packedCommandLine(), '--', 'node', '-e', '0'], { cwd: project })
      const latest = path.basename(realpathSync(path.join(project, '.jsmop/latest')))
      expect(readdirSync(runs).sort()).toEqual([...old.slice(11), latest])
    } finally {
      rmSync(project, { recursive: true })
    }
  })

  it.each([[], ['--since', 'last']])(
    'leaves the last run alone when the command does not exist (%s)',
    async (...options) => {
      const project = mkdtempSync(path.join(tmpdir(), 'jsmop-absent-'))
      const jsmopThere = (command: readonly string[]) =>
        run(['node', packedCommandLine(), ...options, '--', ...command], { cwd: project })
      const runs = () => readdirSync(path.join(project, '.jsmop/runs'))
      try {
        const absent = await jsmopThere(['jsmop-no-such-command'])
        expect(absent).toMatchObject({ code: 64, stderr: expect.stringContaining('could not be started') })
        expect(runs()).toEqual([])
        await jsmopThere(['node', '-e', '0'])
        const latest = realpathSync(path.join(project, '.jsmop/latest'))
        expect((await jsmopThere(['jsmop-no-such-command'])).code).toBe(64)
        expect(runs()).toEqual([path.basename(latest)])
        expect(realpathSync(path.join(project, '.jsmop/latest'))).toBe(latest)
      } finally {
        rmSync(project, { recursive: true })
      }
    },
  )

  it('leaves nothing of what is to be redacted in the folder of the run', async () => {
    const project = mkdtempSync(path.join(tmpdir(), 'jsmop-redact-'))
    try {
      mkdirSync(path.join(project, 'secret-1'))
      copyFileSync(path.join(cwd, 'breaks.js'), path.join(project, 'secret-1/breaks.mjs'))
      writeFileSync(path.join(project, 'jsmop.config.json'), '{ "redact": ["secret-\\\\d"] }')
      const options = [
        '--traces',
        '--spec',
        'map/no-growth-during-iteration',
        '--reporter',
        'html',
        '--reporter',
        'sarif',
      ]
      await run(['node', packedCommandLine(), ...options, '--', 'node', 'secret-1/breaks.mjs'], { cwd: project })
      const folder = realpathSync(path.join(project, '.jsmop/latest'))
      const left = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      const files = left.map((name) => path.join(folder, name)).filter((file) => statSync(file).isFile())
      expect(left).toEqual(expect.arrayContaining(['result.json', 'traces.jsonl', 'report.html', 'report.sarif']))
      const texts = files.map((file) => readFileSync(file, 'utf8'))
      expect(texts.filter((text) => text.includes('secret-1'))).toEqual([])
      expect(texts.join('')).toContain('***/breaks.mjs')
    } finally {
      rmSync(project, { recursive: true })
    }
  })

  it('ends with 64 for a spec or a command that does not exist', async () => {
    expect((await jsmop(['--spec', 'array/nothing'], ['node', 'breaks.js'])).code).toBe(64)
    expect((await jsmop(own, ['jsmop-no-such-command'])).code).toBe(64)
  })
})
