import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareTraceSets, renderTraceComparison } from '#src/report/compare-traces.ts'
import { type OpenTrace, type TracedTest, traceSetOf } from '#src/report/trace-set.ts'
import { runs } from '../support/property.ts'

const spec = 'x/one'

/** `open@1 use@2×3`: event, line, times. */
function trace(text: string, count = 1, tests: readonly TracedTest[] = []): OpenTrace {
  return {
    spec,
    count,
    partial: false,
    violating: false,
    tests,
    events: text.split(' ').map((word) => {
      const [, event, line, times = '1'] = /^(\w+)@(\d+)(?:×(\d+))?$/.exec(word)!
      return [event!, ['a.js', Number(line), 1], Number(times)] as const
    }),
  }
}

const one = { runner: 'mocha', file: 'test/a.js', path: ['opens'] }

describe('two runs of the same code', () => {
  test('with the same traces do not differ', () => {
    const set = traceSetOf([trace('open@1 use@2', 3), trace('open@1')])
    const comparison = compareTraceSets(set, set)
    expect(comparison).toEqual({ appeared: [], gone: [], changed: [], same: 2 })
    expect(renderTraceComparison(comparison, 10)).toBe('2 unique traces are the same in both runs\n')
  })

  test('show the first event that differs, its places and the tests', () => {
    const first = traceSetOf([trace('open@1 use@2×3 close@9', 2, [one]), trace('open@5', 4), trace('read@1')])
    const second = traceSetOf([trace('open@1 use@2×3 use@7', 1, [one]), trace('open@5', 6), trace('read@1')])
    expect(renderTraceComparison(compareTraceSets(first, second), 10)).toBe(
      [
        '1 unique trace only in the second run',
        '  x/one, 1 time: open use×3 use',
        '    differs after 2 equal steps: here use at a.js:7:1, in the first run close at a.js:9:1',
        '    tests: test/a.js > opens',
        '    tests in the first run: test/a.js > opens',
        '1 unique trace only in the first run',
        '  x/one, 2 times: open use×3 close',
        '    differs after 2 equal steps: here close at a.js:9:1, in the second run use at a.js:7:1',
        '    tests: test/a.js > opens',
        '    tests in the second run: test/a.js > opens',
        '1 unique trace in both runs, not equally often',
        '  x/one: 4 → 6',
        '    open',
        '1 unique trace is the same in both runs',
        '',
      ].join('\n'),
    )
  })

  test('show a trace that ended early and a spec that only one of them saw', () => {
    const longer = compareTraceSets(traceSetOf([trace('open@1 use@2')]), traceSetOf([trace('open@1')]))
    expect(renderTraceComparison(longer, 10)).toContain(
      'differs after 1 equal step: here nothing more, in the first run use at a.js:2:1',
    )
    const unseen = compareTraceSets(traceSetOf([]), traceSetOf([trace('open@1')]))
    expect(renderTraceComparison(unseen, 10)).toContain('the first run has no trace of this spec')
  })

  test('are compared with the trace that agrees the longest, as comparing with all says', () => {
    const step = fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 1, max: 2 }), fc.constantFrom(1, 1, 2))
    const random = fc
      .array(step, { minLength: 1, maxLength: 6 })
      .map((steps) => trace(steps.map(([event, line, times]) => `${event}@${line}×${times}`).join(' ')))
    let deep = 0
    fc.assert(
      fc.property(fc.array(random, { maxLength: 8 }), fc.array(random, { maxLength: 8 }), (first, second) => {
        const { appeared } = compareTraceSets(traceSetOf(first), traceSetOf(second))
        const others = traceSetOf(first)
        for (const { trace: own, common } of appeared) {
          const shared = others.traces.map(({ events }) => {
            const texts = events.map(([event, site, times]) => JSON.stringify([event, others.sites[site], times]))
            const length = own.events.findIndex((each, i) => JSON.stringify(each) !== texts[i])
            return length === -1 ? own.events.length : length
          })
          expect(common).toBe(Math.max(0, ...shared))
          deep = Math.max(deep, common)
        }
      }),
      runs(300),
    )
    expect(deep).toBeGreaterThan(1)
  })
})
