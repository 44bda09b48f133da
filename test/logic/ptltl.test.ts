/** PTLTL: judged at every event, against recursion over the prefix, and in examples that people read. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Formula } from '#src/logic/ltl/formula.ts'
import { defaultLimits } from '#src/logic/logic.ts'
import { ptltl } from '#src/logic/ptltl/ptltl.ts'
import type { MonitorTemplate } from '#src/logic/template.ts'
import { runs } from '../support/property.ts'
import { formulas, print } from '../support/temporal-oracle.ts'

function synthesize(formula: string, events: readonly string[], categories?: readonly string[], end?: string) {
  return ptltl.synthesize({ formula, events, categories, end, limits: defaultLimits })
}

function verdicts(template: MonitorTemplate, trace: readonly string[]): string[] {
  let state = template.initial
  return trace.map((event) => {
    state = template.step(state, template.events.indexOf(event))
    const holding = template.categories.filter((_, c) => (template.verdict(state) & (1 << c)) !== 0)
    return holding.map(({ name }) => name).join() || '?'
  })
}

/** A past formula at position i, by recursion over the prefix. */
function holds(f: Formula, trace: readonly number[], i: number): boolean {
  switch (f.kind) {
    case 'constant':
      return f.value
    case 'event':
      return trace[i] === f.event
    case 'not':
      return !holds(f.body, trace, i)
    case 'and':
      return holds(f.left, trace, i) && holds(f.right, trace, i)
    case 'or':
      return holds(f.left, trace, i) || holds(f.right, trace, i)
    case 'xor':
      return holds(f.left, trace, i) !== holds(f.right, trace, i)
    case 'implies':
      return !holds(f.left, trace, i) || holds(f.right, trace, i)
    case 'iff':
      return holds(f.left, trace, i) === holds(f.right, trace, i)
    case 'previously':
      return i > 0 && holds(f.body, trace, i - 1)
    case 'weak-previously':
      return i === 0 || holds(f.body, trace, i - 1)
    case 'historically':
      return holds(f.body, trace, i) && (i === 0 || holds(f, trace, i - 1))
    case 'once':
      return holds(f.body, trace, i) || (i > 0 && holds(f, trace, i - 1))
    case 'since':
      return holds(f.right, trace, i) || (holds(f.left, trace, i) && i > 0 && holds(f, trace, i - 1))
    case 'trigger':
      return holds(f.right, trace, i) && (holds(f.left, trace, i) || i === 0 || holds(f, trace, i - 1))
    case 'next':
    case 'weak-next':
    case 'always':
    case 'eventually':
    case 'until':
    case 'release':
    case 'weak-until':
      throw new Error(`${f.kind} is no past operator`)
  }
}

test('verdicts of random formulas are those of recursion over the prefix', () => {
  const events = ['a', 'b', 'c']
  const seen = { violation: 0, validation: 0 }
  const trace = fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(formulas(3, 8, 'past'), trace, (formula, trace) => {
      const expected = trace.map((_, i) => (holds(formula, trace, i) ? 'validation' : 'violation'))
      const template = synthesize(print(formula, events), events)
      const given = verdicts(
        template,
        trace.map((event) => events[event]!),
      )
      expect(given).toEqual(expected)
      expect(template.verdict(template.initial)).toBe(0)
      for (const verdict of expected) seen[verdict] += 1
    }),
    runs(5000),
  )
  expect(Math.min(seen.violation, seen.validation)).toBeGreaterThan(runs(5000).numRuns)
})

describe('examples', () => {
  test('each event is judged afresh, and a violation passes', () => {
    const template = synthesize('next => (*) hasNext', ['hasNext', 'next'])
    expect(verdicts(template, ['hasNext', 'next', 'next', 'hasNext', 'next'])).toEqual([
      'validation',
      'validation',
      'violation',
      'validation',
      'validation',
    ])
    expect(template.categories).toEqual([
      { name: 'violation', report: 'entry' },
      { name: 'validation', report: 'entry' },
    ])
    expect(template.automaton).toEqual({
      start: 's0',
      states: {
        s0: { hasNext: 's1', next: 's2' },
        s1: { hasNext: 's1', next: 's3' },
        s2: { hasNext: 's1', next: 's2' },
        s3: { hasNext: 's1', next: 's2' },
      },
      categories: { violation: ['s2'], validation: ['s1', 's3'] },
    })
  })

  test('published formulas', () => {
    const engine = synthesize('startEngine => (*) doorClose', ['startEngine', 'doorClose'])
    expect(verdicts(engine, ['doorClose', 'startEngine', 'startEngine'])).toEqual([
      'validation',
      'validation',
      'violation',
    ])
    const machine = synthesize('(not on S off) and (not manual S auto) and (not stop S start)', [
      'on',
      'off',
      'manual',
      'auto',
      'stop',
      'start',
    ])
    expect(verdicts(machine, ['off', 'auto', 'start', 'manual', 'auto'])).toEqual([
      'violation',
      'violation',
      'validation',
      'violation',
      'validation',
    ])
  })

  test('with one category of interest, states that differ in the other are one', () => {
    const { categories, table } = synthesize('next => (*) hasNext', ['hasNext', 'next'], ['violation'])
    expect(categories).toEqual([{ name: 'violation', report: 'entry' }])
    expect(table!.states).toBe(3)
  })

  test('the end event is an event like any other', () => {
    const template = synthesize('end => <*> close', ['open', 'close', 'end'], undefined, 'end')
    expect(template.end).toBe('end')
    expect(verdicts(template, ['open', 'end'])).toEqual(['validation', 'violation'])
    expect(verdicts(template, ['open', 'close', 'end'])).toEqual(['validation', 'validation', 'validation'])
  })
})
