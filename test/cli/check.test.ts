import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { run } from '#src/cli/run-command-line.ts'
import { ProgressBar } from '#src/cli/progress-bar.ts'
import { captureIo } from '../support/capture-io.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-check-'))
afterAll(() => rmSync(folder, { recursive: true }))

const iteration = {
  id: 'map/no-change-while-iterating',
  description: 'A map is not changed while it is iterated.',
  severity: 'error',
  doc: 'https://example.org/map',
  parameters: { m: 'object', i: 'object' },
  events: {
    create: { bind: { m: 'receiver', i: 'result' }, creation: true },
    modify: { bind: { m: 'receiver' } },
    next: { bind: { i: 'receiver' } },
  },
  logic: 'ere',
  formula: 'create next* modify+ next',
  report: { match: '{m} was changed while {i} was walking it' },
}

const leak = {
  id: 'fs/close-what-you-open',
  description: 'A handle is closed.',
  severity: 'warning',
  doc: 'https://example.org/fs',
  parameters: { f: 'object' },
  events: {
    open: { bind: { f: 'result' }, creation: true },
    close: { bind: { f: 'receiver' } },
    end: {},
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](open => <> close)',
  report: { violation: '{f} was never closed ({event})' },
}

const header = '{"schema":1,"session":"s1"}'
const iterationLog = [
  header,
  '{"event":"create","params":{"m":"m1","i":"i1"},"site":"a.ts:1:9","test":"maps > walk"}',
  '{"event":"create","params":{"m":"m1","i":"i2"},"site":"a.ts:1:9","test":"maps > walk"}',
  '{"event":"next","params":{"i":"i1"},"site":"a.ts:2:7","test":"maps > walk"}',
  '{"event":"modify","params":{"m":"m1"},"site":"a.ts:3:5","test":"maps > walk"}',
  '{"event":"next","params":{"i":"i1"},"site":"a.ts:2:7","test":"maps > walk"}',
  '{"event":"next","params":{"i":"i2"},"site":"a.ts:2:7","test":"maps > again"}',
]

function write(name: string, lines: readonly string[] | object): string {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, Array.isArray(lines) ? `${lines.join('\n')}\n` : JSON.stringify(lines))
  return name
}

write('iteration.json', iteration)
write('leak.json', leak)

async function jsmop(args: string, stdin?: string): Promise<string> {
  const { io, written } = captureIo({ cwd: folder, ...(stdin === undefined ? {} : { stdin }) })
  const code = await run(args.split(' '), io)
  return `${written.stdout}${written.stderr}exit ${code}`
}

describe('jsmop check', () => {
  test.each(['A', 'B', 'C', 'C+', 'D'])('shows violations with the places of the log, algorithm %s', async (algo) => {
    write('walk.jsonl', iterationLog)
    expect(await jsmop(`check walk.jsonl --spec-file iteration.json --algo ${algo}`)).toBe(
      [
        'a.ts:2:7  error  map/no-change-while-iterating  match',
        '  m1 was changed while i1 was walking it',
        '  2 times, 2 instances',
        '  in maps > walk',
        '  in maps > again',
        '',
        `1 violation of map/no-change-while-iterating in 6 events of 1 session; 2 monitors, algorithm ${algo}.`,
        'exit 3',
      ].join('\n'),
    )
  })

  test('ends with 0 when nothing is wrong', async () => {
    write('clean.jsonl', iterationLog.slice(0, 5))
    expect(await jsmop('check clean.jsonl --spec-file iteration.json')).toBe(
      '0 violations of map/no-change-while-iterating in 4 events of 1 session; 2 monitors, algorithm D.\nexit 0',
    )
  })

  test('gives JSON', async () => {
    write('walk.jsonl', iterationLog)
    const text = await jsmop('check walk.jsonl --spec-file iteration.json --format json --algo C+')
    expect(text.endsWith('exit 3')).toBe(true)
    expect(JSON.parse(text.slice(0, -'exit 3'.length))).toEqual({
      schema: 1,
      spec: 'map/no-change-while-iterating',
      algo: 'C+',
      sessions: 1,
      skipped: 0,
      stats: { events: 6, monitors: 2, collected: 2, peak: 2, steps: 7, reports: 2, evicted: 0 },
      violations: [
        {
          spec: 'map/no-change-while-iterating',
          severity: 'error',
          category: 'match',
          message: 'm1 was changed while i1 was walking it',
          site: 'a.ts:2:7',
          count: 2,
          instances: 2,
          tests: ['maps > walk', 'maps > again'],
          doc: 'https://example.org/map',
        },
      ],
    })
  })

  test('says where the time goes', async () => {
    write('walk.jsonl', iterationLog)
    const text = await jsmop('check walk.jsonl --spec-file iteration.json --profile')
    expect(text.split('\n').at(-2)).toMatch(
      /^Time: finding monitors [\d.]+ ms, stepping them [\d.]+ ms, code of the spec 0\.0 ms\.$/,
    )
    const json = await jsmop('check walk.jsonl --spec-file iteration.json --profile --format json')
    const { stats } = JSON.parse(json.slice(0, -'exit 3'.length)) as { stats: { time: Record<string, number> } }
    expect(Object.keys(stats.time)).toEqual(['indexing', 'stepping', 'authored'])
    expect(stats.time['indexing']).toBeGreaterThan(0)
  })

  test('reads standard input', async () => {
    expect(await jsmop('check - --spec-file iteration.json', iterationLog.slice(0, 3).join('\n'))).toBe(
      '0 violations of map/no-change-while-iterating in 2 events of 1 session; 2 monitors, algorithm D.\nexit 0',
    )
  })

  test('takes each file of a folder as a session of its own', async () => {
    write('sessions/1.jsonl', iterationLog.slice(0, 5))
    write('sessions/2.jsonl', [header, ...iterationLog.slice(5)])
    write('sessions/notes.txt', ['not a log'])
    expect(await jsmop('check sessions --spec-file iteration.json')).toBe(
      '0 violations of map/no-change-while-iterating in 6 events of 2 sessions; 2 monitors, algorithm D.\nexit 0',
    )
  })

  test('finds the logs of the spec in what a run recorded, and shows the tests it knew', async () => {
    const named = '{"schema":1,"session":"s1","spec":"map/no-change-while-iterating"}'
    const test = '{"runner":"vitest","file":"maps.test.ts","path":["maps","walk"]}'
    write('recorded/fs/close-what-you-open/s1.jsonl', [header])
    write('recorded/map/no-change-while-iterating/s1.jsonl', [
      named,
      ...iterationLog.slice(1, 6).map((line) => line.replace('"maps > walk"', test)),
    ])
    expect(await jsmop('check recorded --spec-file iteration.json')).toBe(
      [
        'a.ts:2:7  error  map/no-change-while-iterating  match',
        '  m1 was changed while i1 was walking it',
        '  1 time, 1 instance',
        '  in maps.test.ts > maps > walk',
        '',
        '1 violation of map/no-change-while-iterating in 5 events of 1 session; 2 monitors, algorithm D.',
        'exit 3',
      ].join('\n'),
    )
    write('other.jsonl', ['{"schema":1,"session":"s1","spec":"fs/close-what-you-open"}'])
    expect(await jsmop('check other.jsonl --spec-file iteration.json')).toBe(
      [
        'error: other.jsonl:1: this is a log of spec fs/close-what-you-open, not of map/no-change-while-iterating [log-of-another-spec]',
        'help: Check it with --spec fs/close-what-you-open.',
        'exit 64',
      ].join('\n'),
    )
  })

  test('blames the creation event for what the end finds, also when the object is dead', async () => {
    write('leak.jsonl', [
      header,
      '{"event":"open","params":{"f":"f1"},"site":"a.ts:1:1","test":"t1"}',
      '{"event":"open","params":{"f":"f2"},"site":"a.ts:2:1","test":"t1"}',
      '{"event":"close","params":{"f":"f2"},"site":"a.ts:3:1","test":"t1"}',
      '{"died":"f1"}',
      '{"died":"f2"}',
      '{"event":"end","site":"runner"}',
    ])
    const expected = (algo: string) =>
      [
        'a.ts:1:1  warning  fs/close-what-you-open  violation',
        '  … was never closed (end)',
        '  1 time, 1 instance',
        '  in t1',
        '',
        `1 violation of fs/close-what-you-open in 4 events of 1 session; 2 monitors, algorithm ${algo}.`,
        'exit 3',
      ].join('\n')
    for (const algo of ['B', 'C', 'C+', 'D']) {
      expect(await jsmop(`check leak.jsonl --spec-file leak.json --algo ${algo}`)).toBe(expected(algo))
    }
  })

  test('a name that died and comes again is another object', async () => {
    write('again.jsonl', [
      ...iterationLog.slice(0, 2),
      '{"died":"i1"}',
      iterationLog[4]!,
      '{"event":"next","params":{"i":"i1"},"site":"b.ts:1:1"}',
    ])
    for (const algo of ['A', 'B', 'C', 'C+', 'D']) {
      expect(await jsmop(`check again.jsonl --spec-file iteration.json --algo ${algo}`)).toBe(
        `0 violations of map/no-change-while-iterating in 3 events of 1 session; 1 monitor, algorithm ${algo}.\nexit 0`,
      )
    }
  })

  test('skips lines that belong to another spec', async () => {
    write('mixed.jsonl', [header, '{"event":"open","spec":"fs/close-what-you-open","params":{"f":"f1"}}'])
    expect(await jsmop('check mixed.jsonl --spec-file iteration.json')).toBe(
      '0 violations of map/no-change-while-iterating in 0 events of 1 session; 0 monitors, algorithm D.\nexit 0',
    )
  })
})

describe('jsmop check, given a log with a mistake in it', () => {
  const skip = 'help: Correct the line, or skip such lines with --keep-going.'

  test.each([
    ['{"event":"next","params":', 'not JSON: {"event":"next","params":', skip],
    ['["next"]', 'a line must be an object, not ["next"]', skip],
    ['{"evnt":"next"}', 'neither "event" nor "died" is there; it has "evnt" instead', skip],
    ['{"event":3}', '"event" must be a text, not 3', skip],
    [
      '{"event":"next","params":{"i":{"a":1}}}',
      'parameter "i" must be a text, a number, true, false or null, not {"a":1}',
      skip,
    ],
    ['{"event":"next","params":["i"]}', '"params" must be an object of parameters, not ["i"]', skip],
    ['{"event":"next","params":{"i":"i1"},"site":7}', '"site" must be a text, not 7', skip],
    ['{"event":"next","params":{"i":"i1"},"test":7}', '"test" must be a text or an object with a "path", not 7', skip],
    ['{"died":{"id":1}}', '"died" must be the name of a value, not {"id":1}', skip],
  ])('%s', async (line, message, help) => {
    write('bad.jsonl', [header, iterationLog[1]!, line])
    expect(await jsmop('check bad.jsonl --spec-file iteration.json')).toBe(
      `error: bad.jsonl:3: ${message} [malformed-log-line]\n${help}\nexit 64`,
    )
  })

  test('names an event that the spec does not have', async () => {
    write('bad.jsonl', [header, '{"event":"naxt","params":{"i":"i1"}}'])
    expect(await jsmop('check bad.jsonl --spec-file iteration.json')).toBe(
      [
        'error: bad.jsonl:2: spec map/no-change-while-iterating has no event "naxt" [unknown-logged-event]',
        'help: Did you mean next? Its events are create, modify, next.',
        'exit 64',
      ].join('\n'),
    )
  })

  test('names the parameters that an event must bind', async () => {
    write('bad.jsonl', [header, '{"event":"create","params":{"i":"i1","x":"x1"}}'])
    expect(await jsmop('check bad.jsonl --spec-file iteration.json')).toBe(
      [
        'error: bad.jsonl:2: event "create" of spec map/no-change-while-iterating binds m, i, but was given i, x [wrong-logged-parameters]',
        'help: Give the event exactly these parameters: m, i.',
        'exit 64',
      ].join('\n'),
    )
  })

  test.each([
    [iterationLog.slice(1), 'the header is missing'],
    [[], 'the header is missing'],
  ])('wants a header', async (lines, message) => {
    write('bad.jsonl', lines)
    expect(await jsmop('check bad.jsonl --spec-file iteration.json')).toBe(
      [
        `error: bad.jsonl:1: ${message} [malformed-log-line]`,
        'help: An event log begins with a line like {"schema":1,"session":"…"}.',
        'exit 64',
      ].join('\n'),
    )
  })

  test('refuses a log of another schema', async () => {
    write('bad.jsonl', ['{"schema":2,"session":"s"}'])
    expect(await jsmop('check bad.jsonl --spec-file iteration.json')).toBe(
      [
        'error: bad.jsonl:1: this log has schema 2; this version of JSMOP reads schema 1 [malformed-log-line]',
        'help: Check it with the version of JSMOP that wrote it.',
        'exit 64',
      ].join('\n'),
    )
  })

  test('counts and skips with --keep-going', async () => {
    write('bad.jsonl', [...iterationLog.slice(0, 5), '{"event":"naxt"}', '{', '', ...iterationLog.slice(5)])
    expect(await jsmop('check bad.jsonl --spec-file iteration.json --keep-going')).toBe(
      [
        'a.ts:2:7  error  map/no-change-while-iterating  match',
        '  m1 was changed while i1 was walking it',
        '  2 times, 2 instances',
        '  in maps > walk',
        '  in maps > again',
        '',
        '1 violation of map/no-change-while-iterating in 6 events of 1 session; 2 monitors, algorithm D.',
        '2 lines skipped. The first: bad.jsonl:6: spec map/no-change-while-iterating has no event "naxt"',
        'exit 3',
      ].join('\n'),
    )
  })

  test('takes a first line that is an event with --keep-going', async () => {
    write('bad.jsonl', iterationLog.slice(1, 3))
    expect(await jsmop('check bad.jsonl --spec-file iteration.json --keep-going')).toBe(
      [
        '0 violations of map/no-change-while-iterating in 2 events of 1 session; 2 monitors, algorithm D.',
        '1 line skipped. The first: bad.jsonl:1: the header is missing',
        'exit 0',
      ].join('\n'),
    )
  })

  test.each(['', ' --keep-going'])('refuses a spec that looks at the operation behind an event%s', async (option) => {
    const action = '(variables, { receiver }) => { variables.size = receiver.size }'
    const events = `{ create: { bind: { m: 'receiver', i: 'result' }, creation: true, action: ${action} } }`
    const fields = `...${JSON.stringify({ ...iteration, events: {} })}, variables: { size: 0 }, formula: 'create', events: ${events}`
    writeFileSync(path.join(folder, 'asking.mjs'), `export default { ${fields} }`)
    write('walk.jsonl', iterationLog)
    expect(await jsmop(`check walk.jsonl --spec-file asking.mjs${option}`)).toBe(
      [
        'error: walk.jsonl:2: spec map/no-change-while-iterating asks for the receiver of an operation, which only a running program has [needs-operation]',
        'help: Monitor the program itself with this spec: jsmop run.',
        'exit 64',
      ].join('\n'),
    )
  })

  test('refuses a spec whose code fails', async () => {
    const events = `{ create: { bind: { m: 'receiver', i: 'result' }, creation: true, action: () => { null.x } } }`
    const fields = `...${JSON.stringify({ ...iteration, events: {} })}, formula: 'create', events: ${events}`
    writeFileSync(path.join(folder, 'failing.mjs'), `export default { ${fields} }`)
    write('walk.jsonl', iterationLog)
    expect(await jsmop('check walk.jsonl --spec-file failing.mjs')).toBe(
      [
        "error: walk.jsonl:2: the code of spec map/no-change-while-iterating failed (action): TypeError: Cannot read properties of null (reading 'x') [failed-spec-code]",
        'help: Mend the spec: what it does must not throw.',
        'exit 64',
      ].join('\n'),
    )
  })

  test('wants a spec, and a log that is there', async () => {
    expect(await jsmop('check walk.jsonl')).toBe(
      [
        'error: jsmop check needs --spec or --spec-file [missing-option]',
        'help: Add --spec <id> for a spec of the catalogue, or --spec-file <file> for one of your own.',
        'exit 64',
      ].join('\n'),
    )
    expect(await jsmop('check walk.jsonl --spec a/b --spec-file iteration.json')).toBe(
      [
        'error: jsmop check needs either --spec or --spec-file, not both [missing-option]',
        'help: Add --spec <id> for a spec of the catalogue, or --spec-file <file> for one of your own.',
        'exit 64',
      ].join('\n'),
    )
    expect(await jsmop('check nowhere.jsonl --spec-file iteration.json')).toBe(
      [
        'error: there is no log or folder of logs at nowhere.jsonl [unreadable-log]',
        'help: Give a file, a folder with .jsonl files, or - for standard input.',
        'exit 64',
      ].join('\n'),
    )
    mkdirSync(path.join(folder, 'empty'), { recursive: true })
    expect(await jsmop('check empty --spec-file iteration.json')).toBe(
      [
        'error: the folder empty has no logs in it [unreadable-log]',
        'help: Logs are files whose names end in .jsonl; `jsmop --record <dir> -- <command>` writes them.',
        'exit 64',
      ].join('\n'),
    )
  })
})

describe('the progress bar', () => {
  test('is drawn over itself on a terminal, and cleared', () => {
    let time = 1000
    let written = ''
    const output = { write: (text: string) => (written += text), isTTY: true, columns: 80 }
    const bar = new ProgressBar(output, 1_200_000_000, () => time)
    bar.advance(400_000_000, 1)
    time += 10
    bar.advance(1, 1)
    time += 100
    bar.advance(199_999_999, 3)
    bar.clear()
    expect(written).toBe(
      '\r\u001B[K[##########--------------------]  33 %  400 MB of 1.2 GB, 1 violation' +
        '\r\u001B[K[###############---------------]  50 %  600 MB of 1.2 GB, 3 violations' +
        '\r\u001B[K',
    )
  })

  test('says how much was read where the size is not known', () => {
    let written = ''
    new ProgressBar({ write: (text: string) => (written += text), isTTY: true }, undefined).advance(2_345, 0)
    expect(written).toBe('\r\u001B[K2.3 kB, 0 violations')
  })

  test('writes nothing where there is no terminal', () => {
    let written = ''
    const bar = new ProgressBar({ write: (text: string) => (written += text) }, 10)
    bar.advance(5, 0)
    bar.clear()
    expect(written).toBe('')
  })
})
