import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { run } from '#src/cli/run-command-line.ts'
import { type OpenTrace, printTraceSet, traceSetOf } from '#src/report/trace-set.ts'
import { captureIo } from '../support/capture-io.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'jsmop-traces-'))
afterAll(() => rmSync(folder, { recursive: true }))

const named = (name: string, ms: number) => ({ runner: 'mocha', file: 'test/a.js', path: [name], ms })
const [quick, slow, odd] = [named('quick', 5), named('slow', 500), named('odd', 20)]

/** `open@1 use@2×3`: event, line, times. */
function trace(text: string, fields: Partial<OpenTrace>): OpenTrace {
  return {
    spec: 'x/handle',
    count: 1,
    partial: false,
    violating: false,
    tests: [],
    events: text.split(' ').map((word) => {
      const [, event, line, times = '1'] = /^(\w+)@(\d+)(?:×(\d+))?$/.exec(word)!
      return [event!, line === '0' ? ['', 0, 0] : ['a.js', Number(line), 3], Number(times)] as const
    }),
    ...fields,
  }
}

const violation = {
  fingerprint: 'feedc0de12345678',
  spec: 'x/handle',
  severity: 'error',
  category: 'match',
  message: 'a closed handle was used',
  file: 'a.js',
  line: 4,
  column: 3,
  function: null,
  package: null,
  count: 1,
  instances: 1,
  tests: [{ runner: 'mocha', file: 'test/a.js', path: ['odd'] }],
  new: null,
  trace: [
    { event: 'open', file: 'a.js', line: 1, column: 3 },
    { event: 'use', file: 'a.js', line: 2, column: 3, times: 3 },
    { event: 'close', file: '', line: 0, column: 0 },
    { event: 'use', file: 'a.js', line: 4, column: 3 },
  ],
  doc: '',
}

const spec = {
  id: 'x/handle',
  description: 'A closed handle is not used.',
  severity: 'error',
  doc: '',
  falseAlarms: [],
  logic: 'ere',
  formula: 'open use* close use',
  automaton: {
    start: 's0',
    states: { s0: { open: 's1' }, s1: { use: 's1', close: 's2' }, s2: { use: 's3' }, s3: {} },
    categories: { match: ['s3'] },
  },
}

/** A run with these traces. */
function makeRun(name: string, traces: readonly OpenTrace[] | undefined): string {
  const place = path.join(folder, name)
  mkdirSync(place, { recursive: true })
  const result = { schema: 1, stats: { perSpec: { 'x/handle': {} } }, violations: [violation] }
  writeFileSync(path.join(place, 'result.json'), JSON.stringify(result))
  writeFileSync(path.join(place, 'specs.json'), JSON.stringify([spec]))
  if (traces !== undefined)
    writeFileSync(path.join(place, 'traces.jsonl'), [...printTraceSet(traceSetOf(traces))].join(''))
  return name
}

writeFileSync(path.join(folder, 'a.js'), ['  open()', '  use()', '', '  use()', ''].join('\n'))
makeRun('full', [
  trace('open@1 use@2×3 close@3', { count: 9, tests: [quick, slow] }),
  trace('open@1 use@2×7 close@3', { count: 1, tests: [slow] }),
  trace('open@1 use@2×3 close@0 use@4', { violating: true, tests: [odd] }),
  trace('open@1', { spec: 'x/other', partial: true, tests: [quick] }),
])
makeRun('bare', undefined)

async function jsmop(...args: string[]) {
  const { io, written } = captureIo({ cwd: folder })
  return { code: await run(args, io), ...written }
}

describe('jsmop traces', () => {
  test('lists unique traces with their counts, places, tests and totals', async () => {
    expect(await jsmop('traces', 'full')).toEqual({
      code: 0,
      stderr: '',
      stdout: `x/handle  ×9
  open   a.js:1:3
  use    a.js:2:3  ×3
  close  a.js:3:3
  tests: test/a.js > quick; test/a.js > slow

x/handle  ×1
  open   a.js:1:3
  use    a.js:2:3  ×7
  close  a.js:3:3
  tests: test/a.js > slow

x/handle  ×1  (violating)
  open   a.js:1:3
  use    a.js:2:3  ×3
  close  (not in your code)
  use    a.js:4:3
  tests: test/a.js > odd

x/other  ×1  (binds only some parameters)
  open  a.js:1:3
  tests: test/a.js > quick

x/handle: 11 traces, 3 unique (72.7 % duplicates), 2 when repetitions count once; longest 9 events
x/other: 1 trace, 1 unique (0.0 % duplicates), 1 when repetitions count once; longest 1 event
all: 12 traces, 4 unique (66.7 % duplicates), 3 when repetitions count once; longest 9 events
`,
    })
  })

  test.each([
    { filter: ['--spec', 'x/other'], found: 1 },
    { filter: ['--place', 'a.js:4'], found: 1 },
    { filter: ['--place', 'a.js'], found: 4 },
    { filter: ['--place', 'b.js'], found: 0 },
    { filter: ['--test', 'slow'], found: 2 },
    { filter: ['--min', '2'], found: 1 },
    { filter: ['--max', '1'], found: 3 },
    { filter: ['--violating'], found: 1 },
    { filter: ['--no-violating'], found: 3 },
    { filter: ['--partial'], found: 1 },
    { filter: ['--no-partial', '--test', 'quick'], found: 1 },
  ])('finds $found with $filter', async ({ filter, found }) => {
    const { stdout } = await jsmop('traces', 'full', '--format', 'json', ...filter)
    expect((JSON.parse(stdout) as { traces: unknown[] }).traces.length).toBe(found)
  })

  test('chooses the tests that show all traces in the least time', async () => {
    expect((await jsmop('traces', 'full', '--reduce')).stdout).toBe(`test/a.js > odd
test/a.js > quick
test/a.js > slow

Needed for 4 unique traces: 3 of 3 tests, 100.0 % of the time.
No quicker choice does.
`)
    expect((await jsmop('traces', 'full', '--reduce', '--min', '2')).stdout).toBe(`test/a.js > quick

Needed for 1 unique trace: 1 of 3 tests, 1.0 % of the time.
No quicker choice does.
`)
  })

  test('says what is wrong when there are none, or a number is not one', async () => {
    expect(await jsmop('traces', 'bare')).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('the run in bare kept no traces') as string,
    })
    expect(await jsmop('traces', 'full', '--min', 'many')).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('--min must be a whole number, not "many"') as string,
    })
  })
})

describe('jsmop explain-violation', () => {
  const whole = `error: a closed handle was used
x/handle at a.js:4:3 (feedc0de12345678)
A closed handle is not used.
ere: open use* close use

before: s0

1. open — a.js:1:3
   > 1 |   open()
       |   ^
     2 |   use()
   state: s0 → s1

2. use — a.js:2:3, 3 times in a row
     1 |   open()
   > 2 |   use()
       |   ^
     3 |
   state: stays in s1

3. close — not in your code
   state: s1 → s2

4. use — a.js:4:3
     3 |
   > 4 |   use()
       |   ^
     5 |
   state: s2 → s3: match
   This step broke the rule (match).

test: test/a.js > odd
`

  test('shows each event against the source, with the state after it and the step that broke the rule', async () => {
    expect(await jsmop('explain-violation', '1', 'full')).toEqual({ code: 0, stderr: '', stdout: whole })
    expect((await jsmop('explain-violation', 'feedc0', 'full')).stdout).toBe(whole)
  })

  test('says so when only the ends of the trace were kept', async () => {
    const { stdout } = await jsmop('explain-violation', '1', 'bare')
    expect(stdout).not.toContain('state:')
    expect(stdout).toContain(
      'Only the first and the last event were kept: run with --traces, or --algo E, for all of them.',
    )
  })

  test('says which violations there are', async () => {
    const { code, stderr } = await jsmop('explain-violation', '7', 'full')
    expect(code).toBe(64)
    expect(stderr).toContain('there is no violation 7: the run has 1 violation')
  })
})
