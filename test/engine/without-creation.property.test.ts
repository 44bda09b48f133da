/**
 * Events of code that may create no monitors (semantics 24). The oracle is a spec with a second name for the event under
 * which it is no creation event and steps monitors alike.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { algorithms, type AlgorithmName } from '#src/engine/algorithms.ts'
import type { Monitoring, Report } from '#src/engine/monitoring.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { runs } from '../support/property.ts'
import { buildSpec } from '../support/spec-builder.ts'
import { failAtFault } from './fail-at-fault.ts'

interface Step {
  readonly event: number
  readonly creates: boolean
  readonly a: number
  readonly b: number
}

const cases = {
  'one object': {
    parameters: ['o'],
    events: { open: 'o', use: 'o', close: 'o' },
    formula: (open: string) => `(${open} use* close)* ${open} (use | close)* ${open}`,
  },
  'a collection and its iterators': {
    parameters: ['m', 'i'],
    events: { open: 'm i', use: 'm', close: 'i' },
    formula: (open: string) => `${open} (close | ${open})* use+ close`,
  },
  'an object that others join': {
    parameters: ['m', 'i'],
    events: { open: 'm', use: 'm i', close: 'i' },
    formula: (open: string) => `${open}+ (use | close)* ${open} (close | use)`,
  },
}

function monitored(name: AlgorithmName, spec: CompiledSpec): { monitoring: Monitoring; reports: unknown[] } {
  const reports: unknown[] = []
  const sink = ({ event, site, creationSite, instances }: Report) =>
    reports.push({ event: event === 3 ? 0 : event, site, creationSite, instances })
  return { monitoring: algorithms[name](spec, { sink, onFault: failAtFault }), reports }
}

test.each(
  Object.keys(cases).flatMap((of) => (['D', 'E'] as const).map((name) => ({ of: of as keyof typeof cases, name }))),
)('under $name they reach the monitors that there are, and create none: $of', ({ of, name }) => {
  const { parameters, events, formula } = cases[of]
  const shared = { parameters, logic: 'ere', categories: ['match'], creation: ['open'] }
  const spec = buildSpec({ ...shared, events, formula: formula('open') })
  const oracle = buildSpec({
    ...shared,
    events: { ...events, touch: events.open },
    formula: formula('(open | touch)'),
  })
  const step = fc.record({ event: fc.nat(2), creates: fc.boolean(), a: fc.nat(1), b: fc.nat(1) })
  let reported = 0
  let ofOthers = 0
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps: Step[]) => {
      const first = [{}, {}]
      const second = [{}, {}]
      const tried = monitored(name, spec)
      const expected = monitored(name, oracle)
      for (const [at, { event, creates, a, b }] of steps.entries()) {
        const values = [at + 1, first[a], second[b], undefined, undefined] as const
        expected.monitoring.signal(event === 0 && !creates ? 3 : event, ...values)
        if (event === 0 && !creates) tried.monitoring.signallerWithoutCreation!(0)(...values)
        else tried.monitoring.signal(event, ...values)
      }
      expect(tried.reports).toEqual(expected.reports)
      const { events: signals, monitors } = tried.monitoring.statistics()
      expect({ signals, monitors }).toEqual({
        signals: steps.length,
        monitors: expected.monitoring.statistics().monitors,
      })
      reported += tried.reports.length
      if (steps.every(({ creates }) => !creates)) {
        expect(monitors).toBe(0)
        ofOthers += 1
      }
    }),
    runs(600),
  )
  expect(reported).toBeGreaterThan(20)
  expect(ofOthers).toBeGreaterThan(0)
})
