import { expect, test } from 'vitest'
import { algorithmNamed, algorithms } from '#src/engine/algorithms.ts'
import { monitorNothing } from '#src/engine/monitor-nothing.ts'
import { buildSpec } from '../support/spec-builder.ts'

const spec = buildSpec({
  parameters: ['handle'],
  events: { open: 'handle', close: 'handle' },
  creation: ['open'],
  logic: 'ere',
  formula: 'open close close',
})
const options = {
  sink: () => expect.unreachable(),
  onFault: () => expect.unreachable(),
}

test('none counts the events that D counts, and does nothing with them', () => {
  const nothing = algorithmNamed('none')(spec, options)
  const d = algorithms.D(spec, { ...options, sink: () => {} })
  const handle = {}
  for (const monitoring of [nothing, d]) {
    monitoring.signal(0, 1, handle, 0, 0, 0)
    monitoring.signaller!(1)(2, handle, 0, 0, 0)
    monitoring.signallerWithoutCreation!(1)(3, handle, 0, 0, 0)
    monitoring.died(handle)
    monitoring.finish()
  }
  expect(nothing.statistics()).toEqual({
    events: 3,
    monitors: 0,
    collected: 0,
    live: 0,
    peak: 0,
    steps: 0,
    reports: 0,
  })
  expect(d.statistics()).toMatchObject({ events: 3, monitors: 1, reports: 1 })
})

test('it is none of the algorithms, which all give the same verdicts', () => {
  expect(Object.values<unknown>(algorithms)).not.toContain(monitorNothing)
  expect(algorithmNamed('C+')).toBe(algorithms['C+'])
})
