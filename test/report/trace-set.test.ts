import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countTraces,
  mergeTraceSets,
  type OpenTrace,
  openTraces,
  parseTraceSet,
  printTraceSet,
  TraceSetBuilder,
  traceSetOf,
} from '#src/report/trace-set.ts'
import { addTraces } from '#src/report/read-session-traces.ts'
import { runs } from '../support/property.ts'

const place = fc.tuple(fc.constantFrom('a.js', 'b.js'), fc.constant(1), fc.constantFrom(1, 5))
const tests = fc
  .subarray(['one', 'two', 'three'])
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.nat(20).map((ms) => ({ runner: 'vitest', file: 'test/a.test.js', path: ['suite', name], ms })),
      ),
    ),
  )
const trace: fc.Arbitrary<OpenTrace> = fc.record({
  spec: fc.constantFrom('x/one', 'x/two'),
  count: fc.integer({ min: 1, max: 5 }),
  partial: fc.constant(false),
  violating: fc.boolean(),
  tests,
  events: fc.array(fc.tuple(fc.constantFrom('open', 'use'), place, fc.constantFrom(1, 1, 2)), {
    minLength: 1,
    maxLength: 3,
  }),
})
const cuts = fc.array(fc.tuple(fc.constantFrom('x/one', 'x/two'), fc.nat(3)), { maxLength: 2 })
const set = fc.tuple(fc.array(trace, { maxLength: 8 }), cuts).map(([traces, cuts]) => traceSetOf(traces, cuts))

/** Each instance's events one by one: what a set means. */
function instances(traces: readonly OpenTrace[]): string[] {
  return traces
    .flatMap(({ spec, count, events }) => {
      const text = events.flatMap(([event, at, times]) =>
        Array.from({ length: times }, () => `${event}@${at.join(':')}`),
      )
      return Array.from({ length: count }, () => `${spec} ${text.join(' ')}`)
    })
    .sort()
}

describe('sets of traces', () => {
  test('have every trace once and lose no instance', () => {
    let merged = 0
    fc.assert(
      fc.property(fc.array(trace, { maxLength: 20 }), (traces) => {
        const made = traceSetOf(traces)
        expect(instances(openTraces(made))).toEqual(instances(traces))
        const texts = openTraces(made).map((each) => instances([{ ...each, count: 1 }])[0])
        expect(new Set(texts).size).toBe(texts.length)
        merged += traces.length - texts.length
      }),
      runs(300),
    )
    expect(merged).toBeGreaterThan(10)
  })

  test('merge the same in any order and any grouping', () => {
    fc.assert(
      fc.property(set, set, set, (a, b, c) => {
        const whole = mergeTraceSets([a, b, c])
        expect(mergeTraceSets([c, a, b])).toEqual(whole)
        expect(mergeTraceSets([mergeTraceSets([a, b]), c])).toEqual(whole)
        expect(mergeTraceSets([a, mergeTraceSets([b, c])])).toEqual(whole)
        expect(mergeTraceSets([a])).toEqual(a)
        expect(mergeTraceSets([a, mergeTraceSets([])])).toEqual(a)
      }),
      runs(300),
    )
  })

  test('are read as they were written', () => {
    fc.assert(
      fc.property(set, (a) => {
        expect(parseTraceSet([...printTraceSet(a)].join(''), 'traces.jsonl')).toEqual(a)
      }),
      runs(200),
    )
  })

  test('are written as the format says', () => {
    const written = traceSetOf([
      {
        spec: 'x/one',
        count: 2,
        partial: true,
        violating: true,
        tests: [{ runner: 'mocha', file: 'test/a.js', path: ['a'], ms: 4 }],
        events: [
          ['open', ['b.js', 3, 1], 1],
          ['use', ['a.js', 2, 7], 3],
        ],
      },
    ])
    expect([...printTraceSet(written)].join('')).toBe(
      [
        '{"schema":1,"sites":[["a.js",2,7],["b.js",3,1]],"times":[[{"runner":"mocha","file":"test/a.js","path":["a"]},4]]}',
        '{"spec":"x/one","count":2,"partial":true,"violating":true,"tests":[{"runner":"mocha","file":"test/a.js","path":["a"]}],"events":[["open",1,1],["use",0,3]]}',
        '',
      ].join('\n'),
    )
  })

  test('count instances, unique traces, those without repetitions, and the longest', () => {
    const at = ['a.js', 1, 1] as const
    const make = (times: number, count: number): OpenTrace => ({
      spec: 'x/one',
      count,
      partial: false,
      violating: false,
      tests: [],
      events: [
        ['open', at, 1],
        ['use', at, times],
      ],
    })
    expect(countTraces(traceSetOf([make(2, 3), make(9, 1), make(2, 4)]).traces)).toEqual({
      traces: 8,
      uniqueTraces: 2,
      withoutRepetitions: 1,
      longest: 10,
    })
  })

  test('that are no sets are refused with the line', () => {
    expect(() => parseTraceSet('', 't.jsonl')).toThrow('t.jsonl cannot be read as traces: line 1 is not a JSON object')
    expect(() => parseTraceSet('{"schema":2,"sites":[]}', 't.jsonl')).toThrow(
      't.jsonl cannot be read as traces: its first line must have "schema": 1 and "sites"',
    )
    expect(() => parseTraceSet('{"schema":1,"sites":[]}\n{"spec":"x"}', 't.jsonl')).toThrow(
      't.jsonl cannot be read as traces: line 2 is no trace: it needs "spec", "count" and "events"',
    )
  })
})

describe('the traces of a session', () => {
  const lines = [
    { schema: 1, session: 's', tests: [[{ runner: 'mocha', file: '/p/test/a.js', path: ['a'] }, 7]] },
    { site: [4, '/p/dist/a.js', 10, 1] },
    { site: [5, '/p/dist/a.js', 11, 1] },
    { site: [6, '/p/dist/a.js', 12, 1] },
    {
      trace: {
        spec: 'x',
        count: 1,
        tests: [0],
        events: [
          ['use', 4, 2],
          ['use', 5, 3],
          ['end', 0, 1],
        ],
      },
    },
    {
      trace: {
        spec: 'x',
        count: 2,
        tests: [],
        events: [
          ['use', 5, 5],
          ['end', 9, 1],
        ],
      },
    },
    { cut: { spec: 'x', instances: 3 } },
  ]
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"trace":{"spec":"x","cou`

  test('become one where their places are one in the original source, and a line that was cut off is left out', () => {
    const read = new TraceSetBuilder()
    addTraces(
      read,
      text,
      ([, file, line]) => [file.replace('/p/dist/', 'src/'), line < 12 ? 1 : 2, 1],
      (test) => ({ ...test, file: test.file.replace('/p/', '') }),
    )
    expect([...printTraceSet(read.finish())].join('')).toBe(
      [
        '{"schema":1,"sites":[["",0,0],["src/a.js",1,1]],"times":[[{"runner":"mocha","file":"test/a.js","path":["a"]},7]],"cut":{"x":3}}',
        '{"spec":"x","count":3,"tests":[{"runner":"mocha","file":"test/a.js","path":["a"]}],"events":[["use",1,5],["end",0,1]]}',
        '',
      ].join('\n'),
    )
  })
})
