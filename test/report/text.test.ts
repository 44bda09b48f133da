/** The report on the terminal, whole. */

import { describe, expect, test } from 'vitest'
import type { Terminal } from '#src/report/reporter.ts'
import { renderText } from '#src/report/render-text.ts'
import type { Result } from '#src/report/result.ts'
import { context, fullSizeResult, ignored, result, statistics, violation } from './sample-results.ts'

function text(shown: Result, terminal: Partial<Terminal> = {}): string {
  return `\n${renderText(shown, context({ terminal: { width: 80, colour: false, ascii: false, ...terminal } }))}`
}

const many = result({
  violations: [
    violation({
      new: false,
      fingerprint: 'a',
      line: 7,
      trace: [],
      message: 'this one is known and only the baseline remembers since when',
    }),
    violation({
      new: true,
      fingerprint: 'b',
      count: 1200,
      instances: 30,
      tests: [
        { runner: 'vitest', file: 'test/log.test.ts', path: ['audit log', 'writes orders'] },
        { runner: 'vitest', file: 'test/log.test.ts', path: ['audit log', 'closes after the last order of the day'] },
        { runner: 'vitest', file: 'test/log.test.ts', path: [] },
        { runner: 'vitest', file: 'test/log.test.ts', path: ['a fourth'] },
      ],
    }),
    violation({
      new: true,
      fingerprint: 'c',
      spec: 'map/no-growth-during-iteration',
      severity: 'warning',
      message: 'a map grew while it was iterated, so the loop may never end',
      trace: Array.from({ length: 20 }, (_, index) => ({
        event: index % 2 === 0 ? 'next' : 'set',
        file: 'src/audit-log.js',
        line: 1 + (index % 9),
        column: 1,
      })),
    }),
    violation({
      new: true,
      fingerprint: 'd',
      severity: 'suggestion',
      file: 'node_modules/left-pad/index.js',
      line: 1,
      function: null,
      package: 'left-pad@1.3.0',
      count: 2,
      instances: 2,
      trace: [],
    }),
  ],
  ignored: [ignored()],
  processes: { monitored: 3, skipped: 1, escaped: 1 },
  unparsed: [{ file: 'src/odd.js', why: 'unexpected token' }],
  disabled: [{ part: 'fs/fd-must-close: condition', why: 'TypeError: x is undefined' }],
  notMonitored: [{ what: 'node --permission job.js', why: 'JSMOP did not start in this process' }],
  unusedIgnores: [
    { file: 'src/audit-log.js', line: 9, spec: 'map/no-growth-during-iteration' },
    { file: 'src/b.js', line: 1, spec: null },
  ],
  baseline: {
    file: 'jsmop-baseline.json',
    gone: [{ fingerprint: 'x', spec: 'a/b', file: 'src/c.js', message: 'gone', places: 1 }],
  },
})

describe('with violations', () => {
  test('one', () => {
    expect(text(result())).toMatchInlineSnapshot(`
      "
      ────────────────────────────────────────────────────────────────────────────────
      error a stream was written to after it was ended
        at src/audit-log.js:3:18 in record
          2 |   record(line) {
        > 3 |     this.#stream.write(line + '\\n')
            |                  ^
          4 |   }
        what happened:
            end    src/audit-log.js:7:18
          → write  src/audit-log.js:3:18
        rule: A stream is not written to after it was ended.
              (stream/no-write-after-end)
        https://nodejs.org/api/stream.html

      jsmop: 1 error
        watched 4 events of 2 of 2 specs in 1 process
      \`jsmop explain-violation 1\` walks through the first, event by event.
      Full report: .jsmop/runs/1
      "
    `)
  })

  test('in a line that is longer than the terminal is wide', () => {
    const words = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ')
    const shown = renderText(
      result({ violations: [violation({ line: 1, column: words.indexOf('word25') + 1 })] }),
      context({ sourceLines: () => [words] }),
    )
    expect(shown.split('\n').slice(3, 5)).toMatchInlineSnapshot(`
      [
        "  > 1 | …word20 word21 word22 word23 word24 word25 word26 word27 word28 word29 …",
        "      |                                     ^",
      ]
    `)
  })

  test('new before known, own code before libraries, and everything a reader must know', () => {
    expect(text(many)).toMatchInlineSnapshot(`
      "
      ────────────────────────────────────────────────────────────────────────────────
      What likely matters most comes first: new ones, your code before libraries,
      errors before warnings, what most tests and objects showed.

      New, in your code (2)

      error a stream was written to after it was ended
        at src/audit-log.js:3:18 in record, 1,200 times on 30 objects
          2 |   record(line) {
        > 3 |     this.#stream.write(line + '\\n')
            |                  ^
          4 |   }
        what happened:
            end    src/audit-log.js:7:18
          → write  src/audit-log.js:3:18
        tests: audit log › writes orders; audit log › closes after the last order of
               the day; test/log.test.ts; and 1 more
        also broken on this line: map/no-growth-during-iteration
        rule: A stream is not written to after it was ended.
              (stream/no-write-after-end)
        https://nodejs.org/api/stream.html

      warning a map grew while it was iterated, so the loop may never end
        at src/audit-log.js:3:18 in record
          2 |   record(line) {
        > 3 |     this.#stream.write(line + '\\n')
            |                  ^
          4 |   }
        what happened:
            next  src/audit-log.js:1:1
            set   src/audit-log.js:2:1
            next  src/audit-log.js:3:1
            set   src/audit-log.js:4:1
            ⋮ 12 events more
            next  src/audit-log.js:8:1
            set   src/audit-log.js:9:1
            next  src/audit-log.js:1:1
          → set   src/audit-log.js:2:1
        also broken on this line: stream/no-write-after-end
        rule: map/no-growth-during-iteration
        https://nodejs.org/api/stream.html

      New, in libraries (1)

      suggestion a stream was written to after it was ended
        at node_modules/left-pad/index.js:1:18 (left-pad@1.3.0), 2 times
        rule: A stream is not written to after it was ended.
              (stream/no-write-after-end)
        https://nodejs.org/api/stream.html

      Known, in the baseline (1)

        error src/audit-log.js:7:18 this one is known and only the baseline remembers
          since when (stream/no-write-after-end)

      jsmop: 2 errors, 1 warning, 1 suggestion, 3 of them new, 1 ignored
        watched 4 events of 2 of 2 specs in 3 processes (1 more passed through)
      1 process could not be monitored.
      1 file could not be parsed and ran unwatched: src/odd.js
      Not monitored: node --permission job.js (JSMOP did not start in this process).
      Switched off: fs/fd-must-close: condition (TypeError: x is undefined).
      Nothing to ignore of map/no-growth-during-iteration at src/audit-log.js:9: the
        comment can go.
      Nothing to ignore at src/b.js:1: the comment can go.
      1 entry of jsmop-baseline.json did not occur: \`jsmop baseline\` removes it.
      \`jsmop explain-violation 1\` walks through the first, event by event.
      Full report: .jsmop/runs/1
      "
    `)
  })

  test('on a narrow terminal', () => {
    expect(text(many, { width: 44 })).toMatchInlineSnapshot(`
      "
      ────────────────────────────────────────────
      What likely matters most comes first: new
      ones, your code before libraries, errors
      before warnings, what most tests and objects
      showed.

      New, in your code (2)

      error a stream was written to after it was
            ended
        at src/audit-log.js:3:18 in record, 1,200 times on 30 objects
          2 |   record(line) {
        > 3 |     this.#stream.write(line + '\\n')
            |                  ^
          4 |   }
        what happened:
            end    src/audit-log.js:7:18
          → write  src/audit-log.js:3:18
        tests: audit log › writes orders; audit
               log › closes after the last order
               of the day; test/log.test.ts; and 1
               more
        also broken on this line:
          map/no-growth-during-iteration
        rule: A stream is not written to after it
              was ended.
              (stream/no-write-after-end)
        https://nodejs.org/api/stream.html

      warning a map grew while it was iterated, so
              the loop may never end
        at src/audit-log.js:3:18 in record
          2 |   record(line) {
        > 3 |     this.#stream.write(line + '\\n')
            |                  ^
          4 |   }
        what happened:
            next  src/audit-log.js:1:1
            set   src/audit-log.js:2:1
            next  src/audit-log.js:3:1
            set   src/audit-log.js:4:1
            ⋮ 12 events more
            next  src/audit-log.js:8:1
            set   src/audit-log.js:9:1
            next  src/audit-log.js:1:1
          → set   src/audit-log.js:2:1
        also broken on this line:
          stream/no-write-after-end
        rule: map/no-growth-during-iteration
        https://nodejs.org/api/stream.html

      New, in libraries (1)

      suggestion a stream was written to after it
                 was ended
        at node_modules/left-pad/index.js:1:18 (left-pad@1.3.0), 2 times
        rule: A stream is not written to after it
              was ended.
              (stream/no-write-after-end)
        https://nodejs.org/api/stream.html

      Known, in the baseline (1)

        error src/audit-log.js:7:18 this one is
          known and only the baseline remembers
          since when (stream/no-write-after-end)

      jsmop: 2 errors, 1 warning, 1 suggestion, 3 of them new, 1 ignored
        watched 4 events of 2 of 2 specs in 3 processes (1 more passed through)
      1 process could not be monitored.
      1 file could not be parsed and ran
        unwatched: src/odd.js
      Not monitored: node --permission job.js
        (JSMOP did not start in this process).
      Switched off: fs/fd-must-close: condition
        (TypeError: x is undefined).
      Nothing to ignore of
        map/no-growth-during-iteration at
        src/audit-log.js:9: the comment can go.
      Nothing to ignore at src/b.js:1: the comment
        can go.
      1 entry of jsmop-baseline.json did not
        occur: \`jsmop baseline\` removes it.
      \`jsmop explain-violation 1\` walks through the first, event by event.
      Full report: .jsmop/runs/1
      "
    `)
  })

  test('no line is wider than a wide terminal, which is not filled', () => {
    expect(text(many, { width: 300 })).toMatchInlineSnapshot(`
      "
      ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      What likely matters most comes first: new ones, your code before libraries, errors before warnings, what most tests and
      objects showed.

      New, in your code (2)

      error a stream was written to after it was ended
        at src/audit-log.js:3:18 in record, 1,200 times on 30 objects
          2 |   record(line) {
        > 3 |     this.#stream.write(line + '\\n')
            |                  ^
          4 |   }
        what happened:
            end    src/audit-log.js:7:18
          → write  src/audit-log.js:3:18
        tests: audit log › writes orders; audit log › closes after the last order of the day; test/log.test.ts; and 1 more
        also broken on this line: map/no-growth-during-iteration
        rule: A stream is not written to after it was ended. (stream/no-write-after-end)
        https://nodejs.org/api/stream.html

      warning a map grew while it was iterated, so the loop may never end
        at src/audit-log.js:3:18 in record
          2 |   record(line) {
        > 3 |     this.#stream.write(line + '\\n')
            |                  ^
          4 |   }
        what happened:
            next  src/audit-log.js:1:1
            set   src/audit-log.js:2:1
            next  src/audit-log.js:3:1
            set   src/audit-log.js:4:1
            ⋮ 12 events more
            next  src/audit-log.js:8:1
            set   src/audit-log.js:9:1
            next  src/audit-log.js:1:1
          → set   src/audit-log.js:2:1
        also broken on this line: stream/no-write-after-end
        rule: map/no-growth-during-iteration
        https://nodejs.org/api/stream.html

      New, in libraries (1)

      suggestion a stream was written to after it was ended
        at node_modules/left-pad/index.js:1:18 (left-pad@1.3.0), 2 times
        rule: A stream is not written to after it was ended. (stream/no-write-after-end)
        https://nodejs.org/api/stream.html

      Known, in the baseline (1)

        error src/audit-log.js:7:18 this one is known and only the baseline remembers since when (stream/no-write-after-end)

      jsmop: 2 errors, 1 warning, 1 suggestion, 3 of them new, 1 ignored
        watched 4 events of 2 of 2 specs in 3 processes (1 more passed through)
      1 process could not be monitored.
      1 file could not be parsed and ran unwatched: src/odd.js
      Not monitored: node --permission job.js (JSMOP did not start in this process).
      Switched off: fs/fd-must-close: condition (TypeError: x is undefined).
      Nothing to ignore of map/no-growth-during-iteration at src/audit-log.js:9: the comment can go.
      Nothing to ignore at src/b.js:1: the comment can go.
      1 entry of jsmop-baseline.json did not occur: \`jsmop baseline\` removes it.
      \`jsmop explain-violation 1\` walks through the first, event by event.
      Full report: .jsmop/runs/1
      "
    `)
  })

  test('without Unicode', () => {
    const shown = text(many, { ascii: true })
    // oxlint-disable-next-line no-control-regex
    expect(/[^\u0000-\u007F]/.exec(shown)).toBe(null)
    expect(shown).toMatchInlineSnapshot(`
      "
      --------------------------------------------------------------------------------
      What likely matters most comes first: new ones, your code before libraries,
      errors before warnings, what most tests and objects showed.

      New, in your code (2)

      error a stream was written to after it was ended
        at src/audit-log.js:3:18 in record, 1,200 times on 30 objects
          2 |   record(line) {
        > 3 |     this.#stream.write(line + '\\n')
            |                  ^
          4 |   }
        what happened:
            end    src/audit-log.js:7:18
          > write  src/audit-log.js:3:18
        tests: audit log > writes orders; audit log > closes after the last order of
               the day; test/log.test.ts; and 1 more
        also broken on this line: map/no-growth-during-iteration
        rule: A stream is not written to after it was ended.
              (stream/no-write-after-end)
        https://nodejs.org/api/stream.html

      warning a map grew while it was iterated, so the loop may never end
        at src/audit-log.js:3:18 in record
          2 |   record(line) {
        > 3 |     this.#stream.write(line + '\\n')
            |                  ^
          4 |   }
        what happened:
            next  src/audit-log.js:1:1
            set   src/audit-log.js:2:1
            next  src/audit-log.js:3:1
            set   src/audit-log.js:4:1
            : 12 events more
            next  src/audit-log.js:8:1
            set   src/audit-log.js:9:1
            next  src/audit-log.js:1:1
          > set   src/audit-log.js:2:1
        also broken on this line: stream/no-write-after-end
        rule: map/no-growth-during-iteration
        https://nodejs.org/api/stream.html

      New, in libraries (1)

      suggestion a stream was written to after it was ended
        at node_modules/left-pad/index.js:1:18 (left-pad@1.3.0), 2 times
        rule: A stream is not written to after it was ended.
              (stream/no-write-after-end)
        https://nodejs.org/api/stream.html

      Known, in the baseline (1)

        error src/audit-log.js:7:18 this one is known and only the baseline remembers
          since when (stream/no-write-after-end)

      jsmop: 2 errors, 1 warning, 1 suggestion, 3 of them new, 1 ignored
        watched 4 events of 2 of 2 specs in 3 processes (1 more passed through)
      1 process could not be monitored.
      1 file could not be parsed and ran unwatched: src/odd.js
      Not monitored: node --permission job.js (JSMOP did not start in this process).
      Switched off: fs/fd-must-close: condition (TypeError: x is undefined).
      Nothing to ignore of map/no-growth-during-iteration at src/audit-log.js:9: the
        comment can go.
      Nothing to ignore at src/b.js:1: the comment can go.
      1 entry of jsmop-baseline.json did not occur: \`jsmop baseline\` removes it.
      \`jsmop explain-violation 1\` walks through the first, event by event.
      Full report: .jsmop/runs/1
      "
    `)
  })

  test('with colours says the same', () => {
    const coloured = text(many, { colour: true })
    expect(coloured).toContain('\u001B[1m\u001B[31merror\u001B[39m\u001B[22m')
    // oxlint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001B\[\d+m/g, '')).toBe(text(many))
  })

  test('hundreds are not all shown in full, but counted by spec', () => {
    const shown = text(fullSizeResult(400))
    expect(shown.match(/^(error|warning|suggestion) object/gm)!.length).toBe(25)
    const start = shown.indexOf('\n  and ')
    expect(shown.slice(start)).toMatchInlineSnapshot(`
      "
        and 52 more: api-8/rule-3 7, api-8/rule-0 7, api-8/rule-2 7, api-4/rule-3 6,
          api-8/rule-4 6, api-8/rule-1 6 and 3 more

      New, in libraries (12)

        and 12 more: api-0/rule-0 3, api-0/rule-1 3, api-0/rule-3 2, api-0/rule-4 2,
          api-0/rule-2 2

      Known, in the baseline (300)

        error src/module-102/part-4.ts:103:18 object number 102 was used after it was
          given back (api-6/rule-2)
        error src/module-105/part-0.ts:106:18 object number 105 was used after it was
          given back (api-9/rule-0)
        error src/module-111/part-6.ts:112:18 object number 111 was used after it was
          given back (api-3/rule-1)
        error src/module-114/part-2.ts:115:18 object number 114 was used after it was
          given back (api-6/rule-4)
        error src/module-123/part-4.ts:124:18 object number 123 was used after it was
          given back (api-3/rule-3)
        error src/module-129/part-3.ts:130:18 object number 129 was used after it was
          given back (api-9/rule-4)
        error src/module-138/part-5.ts:139:18 object number 138 was used after it was
          given back (api-6/rule-3)
        error src/module-141/part-1.ts:142:18 object number 141 was used after it was
          given back (api-9/rule-1)
        error src/module-147/part-0.ts:148:18 object number 147 was used after it was
          given back (api-3/rule-2)
        error src/module-15/part-1.ts:16:18 object number 15 was used after it was
          given back (api-3/rule-0)
        and 290 more: api-6/rule-0 7, api-3/rule-4 7, api-6/rule-1 7, api-9/rule-3 7,
          api-1/rule-1 7, api-10/rule-0 7 and 39 more

      jsmop: 134 errors, 133 warnings, 133 suggestions, 100 of them new
        watched 4 events of 59 of 60 specs in 1 process
      \`jsmop explain-violation 1\` walks through the first, event by event.
      Full report: .jsmop/runs/1
      "
    `)
  })

  test('several rules on one line are named together', () => {
    const both = result({
      violations: [violation(), violation({ spec: 'map/no-growth-during-iteration', trace: [] })],
    })
    expect(text(both)).toContain('\n  also broken on this line: map/no-growth-during-iteration\n')
    expect(text(both)).toContain('\n  also broken on this line: stream/no-write-after-end\n')
  })
})

test('of violations of one rule that began at one place one is shown, with the places of the others', () => {
  const others = [5, 9].map((line) => violation({ fingerprint: `b${line}`, line, file: 'src/b.js' }))
  const shown = text(result({ violations: [violation(), ...others] }))
  expect(shown).toContain('\n  began at the same place, so likely one cause: src/b.js:5, 9\n')
  expect(shown.match(/^error /gm)).toHaveLength(1)
  expect(shown).toContain('\njsmop: 3 errors\n')
})

test('of many violations of one rule some are shown, with the lines of the others', () => {
  const of = (line: number, file = 'src/audit-log.js') =>
    violation({ fingerprint: `${file}${line}`, file, line, trace: [], spec: 'net/server-must-close' })
  const many = [1, 2, 3, 5, 6, 7].map((line) => of(line))
  const elsewhere = Array.from({ length: 11 }, (_, index) => of(index + 1, 'src/b.js'))
  const other = violation({ fingerprint: 'other', file: 'src/c.js', trace: [] })
  const shown = text(result({ violations: [...many, ...elsewhere, other] }))
  const lines = 'src/audit-log.js:5, 6, 7; src/b.js:1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more'
  expect(shown.replaceAll(/\n +/g, ' ')).toContain(`14 more lines break this rule: ${lines}\n`)
  expect(shown.match(/^ {2}at .*/gm)).toEqual([
    ...[1, 2, 3].map((line) => `  at src/audit-log.js:${line}:18 in record`),
    '  at src/c.js:3:18 in record',
  ])
  expect(shown).toContain('\njsmop: 18 errors\n')
})

describe('without violations', () => {
  test('says what was looked at, and which specs saw nothing', () => {
    const perSpec = {
      'stream/no-write-after-end': statistics({ events: 12_345 }),
      'map/no-growth-during-iteration': statistics({ events: 7 }),
      ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`api/rule-${index}`, statistics()])),
    }
    const shown = result({ violations: [], stats: { ...result().stats, events: 12_352, perSpec } })
    expect(text(shown)).toMatchInlineSnapshot(`
      "
      ────────────────────────────────────────────────────────────────────────────────
      jsmop: no violations
        watched 12,352 events of 2 of 11 specs in 1 process
        events: stream/no-write-after-end 12,345, map/no-growth-during-iteration 7
        saw no events: api/rule-0, api/rule-1, api/rule-2, api/rule-3, api/rule-4,
          api/rule-5 and 3 more
      "
    `)
  })

  test('and without a process says so', () => {
    const shown = result({
      violations: [],
      processes: { monitored: 0, skipped: 0, escaped: 0 },
      stats: { ...result().stats, events: 0, perSpec: { 'a/b': statistics() } },
    })
    expect(text(shown)).toMatchInlineSnapshot(`
      "
      ────────────────────────────────────────────────────────────────────────────────
      jsmop: no violations
        watched 0 events of 0 of 1 spec in 0 processes
        saw no events: a/b
      Nothing was monitored: no process of the command loaded JSMOP.
      "
    `)
  })
})

test('a run whose events nobody heard says so', () => {
  const shown = text(result({ violations: [], algo: 'none' }))
  expect(shown.slice(shown.indexOf('Nothing'))).toBe(
    'Nothing was monitored: with --algo none events are signalled to nobody.\n',
  )
})

test('what is missing of one package for one reason is said once', () => {
  const reason = 'it is gone'
  const shown = text(
    result({
      violations: [],
      notMonitored: [
        { what: 'npm:ws#WebSocket.on', why: reason },
        { what: 'npm:ws#WebSocketServer', why: reason },
        { what: 'npm:ws#WebSocket.send', why: 'it is frozen' },
        { what: 'npm:ws#WebSocket.once', why: reason },
      ],
    }),
  )
  expect(shown.slice(shown.indexOf('Not monitored'))).toBe(
    [
      'Not monitored: npm:ws#WebSocket.on and 2 more of npm:ws (it is gone).',
      'Not monitored: npm:ws#WebSocket.send (it is frozen).',
      '',
    ].join('\n'),
  )
})

test('an event that concerns several objects happened once', () => {
  const [violation] = result().violations
  expect(text(result({ violations: [{ ...violation!, count: 1, instances: 4 }] }))).toContain(', once on 4 objects')
})

test('of remarks of one kind the first few are shown, and of a stack its first line', () => {
  const shown = text(
    result({
      violations: [],
      disabled: [{ part: 'weaving', why: 'Error: no\n    at somewhere (x.js:1:1)' }],
      notMonitored: Array.from({ length: 40 }, (_, index) => ({ what: `child ${index}`, why: 'killed' })),
    }),
  )
  expect(shown.slice(shown.indexOf('Not monitored'))).toBe(
    [
      'Not monitored: child 0 (killed).',
      'Not monitored: child 1 (killed).',
      'Not monitored: child 2 (killed).',
      'Not monitored: child 3 (killed).',
      'Not monitored: child 4 (killed).',
      'And 35 more like it.',
      'Switched off: weaving (Error: no).',
      '',
    ].join('\n'),
  )
})

test('control characters of names and messages do not reach the terminal', () => {
  const evil = 'a\u001B[2Jb\u0007\u202Ec\r\nd'
  const shown = text(
    result({
      violations: [
        violation({ message: evil, file: evil, function: evil, tests: [{ runner: 'x', file: evil, path: [evil] }] }),
      ],
      notMonitored: [{ what: evil, why: evil }],
    }),
  )
  // oxlint-disable-next-line no-control-regex
  expect(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/.exec(shown)).toBe(null)
})

test('says what it took, and what took most where that was measured', () => {
  const { stats } = result()
  const spent = { command: 2300, startUp: 41.2, weaving: 1207 }
  expect(text(result({ spent }))).toContain('\n  took 2.3 s; JSMOP in all processes: 41 ms to start, 1.2 s to weave\n')
  const times = [2, 40]
  const perSpec = Object.fromEntries(
    Object.entries(stats.perSpec).map(([id, spec], at) => [id, { ...spec, time: times[at]! }]),
  )
  expect(text(result({ spent: { ...spent, monitoring: 42 }, stats: { ...stats, perSpec } }), { width: 300 })).toContain(
    '42 ms to monitor (stream/no-write-after-end 40 ms,\n    map/no-growth-during-iteration 2 ms)\n',
  )
})
