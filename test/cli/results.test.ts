/** Commands that work on results which runs have left behind. */

import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '#src/cli/run-command-line.ts'
import type { Result } from '#src/report/result.ts'
import { auditLog, ignored, result, streamSpec, violation } from '../report/sample-results.ts'
import { captureIo } from '../support/capture-io.ts'

const base = mkdtempSync(path.join(tmpdir(), 'jsmop-results-'))
afterAll(() => rmSync(base, { recursive: true }))

let cwd: string
let counter = 0
beforeEach(() => {
  cwd = path.join(base, `project-${counter++}`)
  mkdirSync(cwd)
})

function write(file: string, content: string | object): void {
  const place = path.join(cwd, file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content))
}

function read(file: string): string {
  return readFileSync(path.join(cwd, file), 'utf8')
}

/** A run as `jsmop run` leaves it, and `latest` pointing at it. */
function storeRun(id: string, stored: Result): void {
  write(`.jsmop/runs/${id}/result.json`, stored)
  write(`.jsmop/runs/${id}/specs.json`, [streamSpec])
  write(`.jsmop/runs/${id}/run.json`, { cwd })
  rmSync(path.join(cwd, '.jsmop/latest'), { force: true })
  symlinkSync(path.join('runs', id), path.join(cwd, '.jsmop/latest'))
}

async function jsmop(...args: string[]): Promise<string> {
  const { io, written } = captureIo({ cwd })
  const code = await run(args, io)
  return `${written.stdout}${written.stderr}exit ${code}`
}

describe('jsmop report', () => {
  test('shows the latest run', async () => {
    storeRun('1', result())
    write('src/audit-log.js', auditLog.join('\n'))
    expect(await jsmop('report')).toBe(
      [
        '─'.repeat(80),
        'error a stream was written to after it was ended',
        '  at src/audit-log.js:3:18 in record',
        '    2 |   record(line) {',
        "  > 3 |     this.#stream.write(line + '\\n')",
        '      |                  ^',
        '    4 |   }',
        '  what happened:',
        '      end    src/audit-log.js:7:18',
        '    → write  src/audit-log.js:3:18',
        '  rule: A stream is not written to after it was ended.',
        '        (stream/no-write-after-end)',
        '  https://nodejs.org/api/stream.html',
        '',
        'jsmop: 1 error',
        '  watched 4 events of 2 of 2 specs in 1 process',
        '`jsmop explain-violation 1` walks through the first, event by event.',
        'Full report: .jsmop/latest',
        'exit 0',
      ].join('\n'),
    )
  })

  test('takes a folder of a run, a .jsmop folder and a result.json, and fails when asked to', async () => {
    storeRun('1', result())
    const whole = await jsmop('report', '--format', 'json')
    for (const place of ['.jsmop/runs/1', '.jsmop', '.', '.jsmop/runs/1/result.json']) {
      expect(await jsmop('report', place, '--format', 'json')).toBe(whole)
    }
    expect(await jsmop('report', '--format', 'github', '--fail-on', 'error')).toMatch(/^::error file=src.*exit 3$/s)
    expect(await jsmop('report', '--format', 'github', '--fail-on', 'never')).toMatch(/exit 0$/)
  })

  test('writes a file', async () => {
    storeRun('1', result())
    expect(await jsmop('report', '--format', 'sarif', '--output', 'out.sarif')).toBe('exit 0')
    expect((JSON.parse(read('out.sarif')) as { version: string }).version).toBe('2.1.0')
  })

  test.each([
    [
      [],
      'error: there is no result of a run in .jsmop [no-result]\nhelp: Run `jsmop -- <command>` here first, or name the folder of a result.\nexit 64',
    ],
    [
      ['nowhere'],
      'error: there is no result.json in nowhere [no-result]\nhelp: Name the folder of a run (below .jsmop/runs), or one that --out or `jsmop merge` wrote.\nexit 64',
    ],
    [
      ['bad'],
      'error: bad/result.json cannot be read as a result: its schema is 7, not 1 [bad-result]\nhelp: Run the command again with this version of JSMOP.\nexit 64',
    ],
    [
      ['empty'],
      'error: empty/result.json cannot be read as a result: it has no violations or no statistics [bad-result]\nhelp: Run the command again with this version of JSMOP.\nexit 64',
    ],
  ])('without a result in %j says what to do', async (args, expected) => {
    write('bad/result.json', { schema: 7 })
    write('empty/result.json', { schema: 1 })
    expect(await jsmop('report', ...args)).toBe(expected)
  })
})

describe('jsmop baseline', () => {
  test('makes violations known, and what is known does not fail', async () => {
    storeRun('1', result())
    expect(await jsmop('baseline', '--dry-run')).toBe(
      '+ src/audit-log.js a stream was written to after it was ended (stream/no-write-after-end)\njsmop-baseline.json would have 1 known violation: 1 added, 0 removed.\nexit 0',
    )
    expect(existsSync(path.join(cwd, 'jsmop-baseline.json'))).toBe(false)
    expect(await jsmop('baseline')).toBe(
      '+ src/audit-log.js a stream was written to after it was ended (stream/no-write-after-end)\njsmop-baseline.json has 1 known violation: 1 added, 0 removed. Commit it.\nexit 0',
    )
    expect(await jsmop('report', '--format', 'github', '--fail-on', 'error')).toBe('exit 0')
    expect(await jsmop('baseline')).toBe(
      'jsmop-baseline.json has 1 known violation: 0 added, 0 removed. Commit it.\nexit 0',
    )
    storeRun('2', result({ violations: [], files: ['src/audit-log.js'] }))
    expect(await jsmop('report')).toContain(
      '1 entry of jsmop-baseline.json did not occur: `jsmop baseline` removes it.',
    )
    expect(await jsmop('baseline')).toBe(
      '- src/audit-log.js a stream was written to after it was ended (stream/no-write-after-end)\njsmop-baseline.json has 0 known violations: 0 added, 1 removed. Commit it.\nexit 0',
    )
  })

  test('that is broken is refused', async () => {
    storeRun('1', result())
    write('jsmop-baseline.json', '{}')
    expect(await jsmop('report')).toBe(
      'error: jsmop-baseline.json cannot be used: it is no baseline of this version of JSMOP [bad-baseline]\nhelp: Restore it from version control, or delete it and write it again with `jsmop baseline`.\nexit 64',
    )
  })
})

describe('jsmop merge', () => {
  test('joins shards, reports, and ends with the code of the whole', async () => {
    storeRun('1', result({ violations: [] }))
    storeRun('2', result({ violations: [violation({ count: 4 })], ignored: [ignored({ line: 90 })] }))
    expect(await jsmop('merge', '.jsmop/runs/1', '.jsmop/runs/2', '--out', 'joint', '--reporter', 'junit')).toBe(
      'JUnit report: joint/report.junit.xml\nexit 3',
    )
    const joint = JSON.parse(read('joint/result.json')) as Result
    expect(joint.violations.map(({ count }) => count)).toEqual([4])
    expect(joint.stats.events).toBe(8)
    expect(read('joint/report.junit.xml')).toContain('tests="3" failures="1" skipped="1"')
    expect(
      await jsmop(
        'merge',
        '.jsmop/runs/1',
        '.jsmop/runs/2',
        '--out',
        'joint',
        '--fail-on',
        'never',
        '--reporter',
        'github',
      ),
    ).toMatch(/exit 0$/)
  })

  test('names the files of packages from the root', async () => {
    write('packages/a/.jsmop/result.json', result())
    write('packages/a/.jsmop/run.json', { cwd: path.join(cwd, 'packages/a') })
    await jsmop('merge', 'packages/a/.jsmop', '--out', 'joint')
    expect((JSON.parse(read('joint/result.json')) as Result).violations[0]!.file).toBe('packages/a/src/audit-log.js')
  })

  test('needs a folder to write to', async () => {
    expect(await jsmop('merge', 'a')).toBe(
      'error: jsmop merge needs --out [missing-option]\nhelp: Add --out <dir>, the folder for the joint result.\nexit 64',
    )
  })
})

test('jsmop diff names what appeared and what is gone', async () => {
  storeRun('1', result({ violations: [violation({ fingerprint: 'a' }), violation({ fingerprint: 'b', line: 8 })] }))
  storeRun(
    '2',
    result({ violations: [violation({ fingerprint: 'a', line: 30 }), violation({ fingerprint: 'c', line: 9 })] }),
  )
  expect(await jsmop('diff', '.jsmop/runs/1', '.jsmop/runs/2')).toBe(
    [
      '+ error src/audit-log.js:9:18 a stream was written to after it was ended (stream/no-write-after-end)',
      '- error src/audit-log.js:8:18 a stream was written to after it was ended (stream/no-write-after-end)',
      '1 appeared, 1 gone, 1 stayed',
      'exit 3',
    ].join('\n'),
  )
  expect(await jsmop('diff', '.jsmop/runs/2', '.jsmop/runs/2')).toBe('0 appeared, 0 gone, 2 stayed\nexit 0')
})

test('jsmop clean keeps the latest run, unless told otherwise', async () => {
  storeRun('1', result())
  storeRun('2', result())
  write('node_modules/.cache/jsmop/x', 'woven')
  expect(await jsmop('clean')).toBe(
    'Removed 1 run (the latest stays; --all removes it too) and 0.0 MB of cache.\nexit 0',
  )
  expect(readdirSync(path.join(cwd, '.jsmop/runs'))).toEqual(['2'])
  expect(existsSync(path.join(cwd, 'node_modules/.cache/jsmop'))).toBe(false)
  expect(await jsmop('clean', '--all')).toBe('Removed 1 run and 0.0 MB of cache.\nexit 0')
  expect(existsSync(path.join(cwd, '.jsmop'))).toBe(false)
})

describe('jsmop init', () => {
  test('writes a configuration that is valid and a workflow, and takes them back', async () => {
    write('package.json', { scripts: { test: 'vitest run' } })
    write('pnpm-lock.yaml', '')
    mkdirSync(path.join(cwd, '.github'))
    expect(await jsmop('init')).toBe(
      [
        'Found pnpm and vitest.',
        'Wrote jsmop.config.ts.',
        'Wrote .github/workflows/jsmop.yml.',
        '`jsmop init --undo` takes this back.',
        '',
        'Next:',
        '  pnpm exec jsmop -- pnpm test',
        'exit 0',
      ].join('\n'),
    )
    expect(read('.github/workflows/jsmop.yml')).toContain(
      'run: pnpm exec jsmop --reporter text --reporter github --reporter html --out jsmop-results -- pnpm test\n',
    )
    expect(await jsmop('init')).toBe(
      'Found pnpm and vitest.\njsmop.config.ts is there already and stays as it is.\n.github/workflows/jsmop.yml is there already and stays as it is.\n\nNext:\n  pnpm exec jsmop -- pnpm test\nexit 0',
    )
    write('jsmop.config.ts', 'export default {}')
    expect(await jsmop('init', '--undo')).toBe(
      'jsmop.config.ts was changed since and stays.\nRemoved .github/workflows/jsmop.yml.\nexit 0',
    )
    expect(existsSync(path.join(cwd, '.github'))).toBe(false)
    expect(await jsmop('init', '--undo')).toBe(
      'error: jsmop init has written nothing here that it remembers [nothing-to-undo]\nhelp: Delete jsmop.config.ts and what else you do not want.\nexit 64',
    )
  })

  test('without a project says so', async () => {
    expect(await jsmop('init')).toMatch(
      /^error: package.json cannot be read here: .*\[no-package\]\nhelp: Go to the folder of a project, or make one with `npm init`.\nexit 64$/,
    )
  })

  test.each([
    [
      { packageManager: 'yarn@4.0.0', devDependencies: { jest: '30.0.0' } },
      'Found yarn and jest.',
      '  yarn jsmop -- node --test',
    ],
    [{ scripts: { test: 'node --test' } }, 'Found npm and node:test.', '  npx jsmop -- npm test'],
    [{ scripts: { test: 'echo "Error: no test specified" && exit 1' } }, 'Found npm.', '  npx jsmop -- node --test'],
  ])('recognises %j', async (manifest, found, next) => {
    write('package.json', manifest)
    write('package-lock.json', '{}')
    const lines = (await jsmop('init')).split('\n')
    expect(lines[0]).toBe(found)
    expect(lines.at(-2)).toBe(next)
  })
})

test('jsmop doctor says what would not be monitored, and leaves nothing behind', async () => {
  write('package.json', {
    scripts: {
      test: 'NODE_OPTIONS=--max-old-space-size=4096 mocha',
      'test:e2e': 'playwright test',
      'test:clean': 'env -i node x.js',
    },
  })
  write('node_modules/jsmop/package.json', { version: '9.9.9' })
  const said = await jsmop('doctor')
  expect(said).toContain('ok      npm project with mocha\n')
  expect(said).toContain(
    'note    script "test" sets NODE_OPTIONS: what it starts is reached through the node on the PATH\n',
  )
  expect(said).toContain('note    script "test:e2e" runs playwright: code in the pages of browsers is not monitored\n')
  expect(said).toContain('problem script "test:clean" empties the environment: processes it starts escape\n')
  expect(said).toMatch(/problem the project has jsmop 9\.9\.9, and this is .*: use npx jsmop\nexit 70$/)
  expect(readdirSync(cwd).sort()).toEqual(['node_modules', 'package.json'])
})

describe('jsmop completion', () => {
  test('knows every command and its options, for each shell', async () => {
    const bash = await jsmop('completion', 'bash')
    expect(bash).toContain(
      '    report:--format) COMPREPLY=($(compgen -W "text html json sarif junit github badge" -- "$word")); return ;;',
    )
    expect(bash).toContain('    diff) words="--format --help" ;;')
    expect(await jsmop('completion', 'zsh')).toContain('bashcompinit')
    expect(await jsmop('completion', 'fish')).toContain(
      "complete -c jsmop -n '__fish_seen_subcommand_from clean' -l all -d 'Remove the latest run as well.'",
    )
    expect(await jsmop('completion', 'csh')).toBe(
      'error: there is no completion for "csh" [unknown-shell]\nhelp: The shells are bash, zsh and fish.\nexit 64',
    )
  })

  test.each([
    [['jsmop', 'ba'], 1, 'baseline'],
    [['jsmop', 'report', '--for'], 2, '--format'],
    [['jsmop', 'report', '--format', 's'], 3, 'sarif'],
  ])('completes %j in bash', async (words, at, expected) => {
    const script = (await jsmop('completion', 'bash')).replace(/exit 0$/, '')
    const line = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${at}; _jsmop; echo "\${COMPREPLY[@]}"`
    const { stdout } = spawnSync('bash', ['-c', `${script}\n${line}`], { encoding: 'utf8' })
    expect(stdout).toBe(`${expected}\n`)
  })
})
