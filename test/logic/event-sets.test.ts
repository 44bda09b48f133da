import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Dfa } from '#src/logic/automaton/dfa.ts'
import { regularTemplate } from '#src/logic/automaton/regular-template.ts'
import { ere } from '#src/logic/ere/ere.ts'
import { defaultLimits } from '#src/logic/logic.ts'
import type { Category, EventSets, MonitorTemplate } from '#src/logic/template.ts'
import { renderError } from '#src/diagnostics/render-error.ts'
import type { UserError } from '#src/diagnostics/user-error.ts'
import { runs } from '../support/property.ts'
import { automata, enumerateSets, letters, run } from './automaton-oracle.ts'
import { synthesizeWith } from './synthesize-with.ts'

const categories: Category[] = [
  { name: 'seen', report: 'event' },
  { name: 'broken', report: 'entry' },
]

function template(dfa: Dfa, more = {}): MonitorTemplate {
  const events = letters(dfa).map((e) => `e${e}`)
  const formula = { source: 'formula', text: 'test', start: 0, end: 4 }
  return regularTemplate({
    logic: 'test',
    events,
    categories,
    end: undefined,
    dfa,
    limits: defaultLimits,
    formula,
    ...more,
  })
}

function asNumbers(sets: EventSets): Set<string>[] {
  return Object.values(sets).map((list) => new Set(list.map((set) => set.map((name) => name.slice(1)).join())))
}

/**
 * Lengths within which all sets show: a set grows at most `width` times, and a shortest trace visits each state at most
 * once between two growths.
 */
const long = ({ states, width }: Dfa) => width + (width + 1) * (states - 1)

/** Small enough that all traces up to those lengths can be listed. */
const small = fc.oneof(automata(3, 2, 4), automata(2, 3, 4))

describe('by enumeration of traces', () => {
  test('enable and coenable sets of a category are exactly those of the traces that have its verdict', () => {
    let sets = 0
    fc.assert(
      fc.property(small, (dfa) => {
        const property = template(dfa)
        categories.forEach(({ name }, c) => {
          const reaches = (_: number, to: number) => (dfa.verdicts[to]! & (1 << c)) !== 0
          const { enable } = enumerateSets(dfa, reaches, long(dfa), dfa.states)
          const { coenable } = enumerateSets(dfa, reaches, dfa.states, long(dfa))
          expect(asNumbers(property.enable(name))).toEqual(enable)
          expect(asNumbers(property.coenable(name))).toEqual(coenable)
          sets += enable.length + coenable.length
        })
      }),
      runs(600),
    )
    expect(sets).toBeGreaterThan(500)
  })

  test('report sets are those of the traces that end with a report, over labels', () => {
    fc.assert(
      fc.property(small, fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 }), (dfa, labels) => {
        const property = template(dfa)
        const reports = (from: number, to: number) => {
          const [held, holds] = [dfa.verdicts[from]!, dfa.verdicts[to]!]
          return (holds & 1) !== 0 || ((holds & 2) !== 0 && (from === dfa.start || (held & 2) === 0))
        }
        const unions = (sets: Set<string>) => {
          const members = (set: string) => (set === '' ? [] : set.split(',').map(Number))
          const masks = [...sets].map((set) => members(set).reduce((union, e) => union | labels[e]!, 0))
          return [...new Set(masks)].sort((a, b) => a - b)
        }
        const { enable } = enumerateSets(dfa, reports, long(dfa), dfa.states)
        const { coenable } = enumerateSets(dfa, reports, dfa.states, long(dfa))
        const found = property.reportSets!(labels.slice(0, dfa.width))
        // Merging of states can make the start state stand for later ones, whose first event then counts as an entry.
        if (property.table!.states < dfa.states) {
          enable.forEach((sets, e) => expect(found.enable[e]).toEqual(expect.arrayContaining(unions(sets))))
          coenable.forEach((sets, e) => expect(found.coenable[e]).toEqual(expect.arrayContaining(unions(sets))))
        } else {
          expect(found.enable).toEqual(enable.map(unions))
          expect(found.coenable).toEqual(coenable.map(unions))
          expect(found.starts).toEqual(enable.map((sets) => sets.has('')))
          letters(dfa).forEach((e) => {
            const later = enumerateSets({ ...dfa, start: run(dfa, [e]) }, reports, 0, dfa.states)
            const canReport = later.enable.some((sets) => sets.size > 0)
            expect(property.live(property.step(property.initial, e))).toBe(canReport)
          })
        }
      }),
      runs(600),
    )
  })
})

describe('the iterator property', () => {
  const property = synthesizeWith(ere, 'create next* modify next', ['create', 'modify', 'next'])

  test('has these enable sets', () => {
    expect(property.enable('match')).toEqual({
      create: [[]],
      modify: [['create'], ['create', 'next']],
      next: [['create'], ['create', 'modify'], ['create', 'next'], ['create', 'modify', 'next']],
    })
  })

  test('has these coenable sets, without the empty one', () => {
    expect(property.coenable('match')).toEqual({
      create: [['modify', 'next']],
      modify: [['next']],
      next: [['modify', 'next']],
    })
  })

  test('computes them once', () => {
    expect(property.enable('match')).toBe(property.enable('match'))
  })
})

test('traces go on after a sticky category was entered, and stop there for report sets', () => {
  const property = synthesizeWith(ere, 'a', ['a', 'b'], { categories: ['fail'] })
  expect(property.coenable('fail')).toEqual({
    a: [['a'], ['b'], ['a', 'b']],
    b: [['a'], ['b'], ['a', 'b']],
  })
  expect(property.reportSets!([1, 2])).toEqual({
    starts: [true, true],
    enable: [
      [0, 1],
      [0, 1],
    ],
    coenable: [[1, 2], []],
  })
})

test('events that lead to nothing change no sets, also when there are more than 30', () => {
  fc.assert(
    fc.property(automata(4, 3, 4), (dfa) => {
      const few = template(dfa)
      const many = template(padded(dfa, 40))
      for (const { name } of categories) {
        for (const event of few.events) {
          expect(many.enable(name)[event]).toEqual(few.enable(name)[event])
          expect(many.coenable(name)[event]).toEqual(few.coenable(name)[event])
        }
        expect(many.enable(name)['e39']).toEqual([])
        expect(many.coenable(name)['e39']).toEqual([])
      }
    }),
    runs(200),
  )
})

/** With further events, all of which lead to a sink without verdict. */
function padded({ states, width, start, next, verdicts }: Dfa, wider: number): Dfa {
  const wide = new Int32Array((states + 1) * wider).fill(states)
  for (let s = 0; s < states; s += 1) wide.set(next.subarray(s * width, (s + 1) * width), s * wider)
  return { states: states + 1, width: wider, start, next: wide, verdicts: Int32Array.of(...verdicts, 0) }
}

test('too many event sets are refused with the formula, the limit and how to raise it; labels are not affected', () => {
  const events = Array.from({ length: 24 }, (_, i) => `e${i}`)
  const property = synthesizeWith(ere, `(${events.join('|')})*`, events, { limits: { eventSets: 1000 } })
  let error: unknown
  try {
    property.enable('match')
  } catch (thrown) {
    error = thrown
  }
  expect(renderError(error as UserError)).toBe(
    `error: the enable and coenable sets of this formula take more than 1000 event sets to compute [too-many-event-sets]
formula:1:1
  1 | (e0|e1|e2|e3|e4|e5|e6|e7|e8|e9|e10|e11|e12|e13|e14|e15|e16|e17|e18|e19|e20|e21|e22|e23)*
    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: use fewer events, or raise the limit: limits: { eventSets: 4000 }`,
  )
  expect(property.reportSets!(events.map((_, e) => e % 4)).enable[0]).toEqual([0, 1, 2, 3])
})
