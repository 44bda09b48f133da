/** Instances that are not made until their collection changes report, and count, what those that are made at once do. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import noShift from '../../specs/array/no-shift-during-iteration/spec.ts'
import noGrowth from '../../specs/map/no-growth-during-iteration/spec.ts'
import { createAlgorithmD } from '#src/engine/d/algorithm-d.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import type { SpecDefinition } from '#src/spec/definition.ts'
import { runs } from '../support/property.ts'

const throwing = {
  sink: () => {},
  onFault: (_: unknown, part: string, error: unknown) => {
    throw new Error(part, { cause: error })
  },
}

/** A spec on loops over arrays that are changed by `splice` and `shift`. */
const loops = (formula: string, more: Partial<SpecDefinition> = {}): SpecDefinition => {
  const { parameters, events } = noShift
  const call = (target: string) => ({
    on: { kind: 'call' as const, target, when: 'before' as const },
    bind: { array: 'receiver' as const },
  })
  return {
    id: 'test/loops',
    description: 'Loops.',
    severity: 'error',
    doc: 'https://example.org',
    falseAlarms: ['None.'],
    parameters: parameters!,
    events: {
      create: events['create']!,
      next: events['next']!,
      a: call('Array.prototype.splice'),
      b: call('Array.prototype.shift'),
    },
    logic: 'ere',
    formula,
    report: { match: 'changed' },
    ...more,
  }
}

test.each<[string, SpecDefinition]>([
  ['the rule of the catalogue on arrays', noShift],
  ['a change before the next step, once or often', loops('create next* (a | b)+ next')],
  ['a change after two steps', loops('create (a | b)* next (a | b)* next next* (a | b)+ next')],
])('instances are put off: %s', (_, definition) => {
  expect(createAlgorithmD(compileSpec(definition), throwing).putOff).toBeDefined()
})

test.each<[string, SpecDefinition]>([
  ['a Map, which changes all the time', noGrowth],
  ['the second change, which one is not', loops('create next* a a next')],
  ['changes in an order', loops('create next* a+ b+ next')],
  ['a change that is a report', loops('create next* (a | b)')],
  ['steps that are counted without end', loops('create (next next)* a+ next')],
  ['variables', loops('create next* (a | b)+ next', { variables: { seen: 0 } })],
  ['a message with the array in it', loops('create next* (a | b)+ next', { report: { match: '{array}' } })],
])('instances are made at once: %s', (_, definition) => {
  expect(createAlgorithmD(compileSpec(definition), throwing).putOff).toBeUndefined()
})

type Act =
  | { readonly kind: 'begin'; readonly array: number; readonly site: number }
  | { readonly kind: 'step'; readonly loop: number; readonly site: number }
  | { readonly kind: 'change'; readonly array: number; readonly event: number; readonly site: number }

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const), array: fc.nat(2), site: fc.nat(3) }),
  fc.record({ kind: fc.constant('step' as const), loop: fc.nat(4), site: fc.nat(3) }),
  fc.record({ kind: fc.constant('step' as const), loop: fc.nat(4), site: fc.nat(3) }),
  fc.record({
    kind: fc.constant('change' as const),
    array: fc.nat(2),
    event: fc.constantFrom(2, 3),
    site: fc.nat(3),
  }),
)

/** As `runtime/woven-hooks.ts` does it, or with each event signalled. */
function run(definition: SpecDefinition, acts: readonly Act[], putsOff: boolean) {
  const reports: string[] = []
  const monitoring = createAlgorithmD(compileSpec(definition), {
    sink: ({ site, creationSite, category, instances }) =>
      reports.push(`${category} at ${site}, begun at ${creationSite}, ${instances}`),
    onFault: throwing.onFault,
  })
  const putOff = putsOff ? monitoring.putOff! : undefined
  const arrays = [[], [], []]
  const iterations: { array: object; site: number; steps: number; since: number; isPutOff: boolean }[] = []
  let stayed = 0
  for (const each of acts) {
    if (each.kind === 'change')
      monitoring.signal(each.event, each.site, arrays[each.array], undefined, undefined, undefined)
    else if (each.kind === 'begin') {
      const array = arrays[each.array]!
      const loop = { array, site: each.site, steps: 0, since: 0, isPutOff: putsOff }
      iterations.push(loop)
      if (putOff === undefined) monitoring.signal(0, each.site, array, loop, undefined, undefined)
      else loop.since = putOff.begin()
    } else if (each.loop < iterations.length) {
      const loop = iterations[each.loop]!
      const { array, site, steps, since } = loop
      loop.steps += 1
      if (putOff !== undefined && loop.isPutOff) {
        const state = since === putOff.version ? -1 : putOff.stateOf(array, steps, since)
        loop.since = putOff.version
        if (state === -1) {
          putOff.step()
          stayed += 1
          continue
        }
        loop.isPutOff = false
        putOff.take(state, site, array, loop)
      }
      monitoring.signal(1, each.site, undefined, loop, undefined, undefined)
    }
  }
  const { events, monitors, collected, live, reports: made } = monitoring.statistics()
  return { seen: { reports, events, monitors, collected, live, made }, stayed }
}

test.each<[string, SpecDefinition]>([
  ['the rule of the catalogue', noShift],
  ['one that reports once', loops('create next* (a | b)+ next')],
  ['one that waits for two steps', loops('create (a | b)* next (a | b)* next next* (a | b)+ next')],
  [
    'one that reports each time',
    loops('', {
      logic: 'fsm',
      formula: `
        unborn [ create -> calm ]
        calm [ a -> one b -> other default calm ]
        one [ b -> both next -> seen default one ]
        other [ a -> both next -> calm default other ]
        both [ next -> seen default both ]
        seen [ a -> one b -> other default calm ]
      `,
      report: { seen: 'changed' },
    }),
  ],
])('reports and counts are those of instances that are made at once: %s', (_, definition) => {
  let stayed = 0
  let reported = 0
  fc.assert(
    fc.property(fc.array(act, { minLength: 10, maxLength: 60, size: 'max' }), (acts) => {
      const late = run(definition, acts, true)
      expect(late.seen).toEqual(run(definition, acts, false).seen)
      stayed += late.stayed
      reported += late.seen.made
    }),
    runs(400),
  )
  expect(stayed).toBeGreaterThan(1000)
  expect(reported).toBeGreaterThan(100)
})

test('a collection that is changed over and over, by whatever event, is noted in as many entries as there are events', () => {
  const monitoring = createAlgorithmD(compileSpec(noShift), throwing)
  const putOff = monitoring.putOff!
  const array: number[] = []
  const since = putOff.begin()
  for (let i = 0; i < 1000; i += 1) monitoring.signal(2 + (i % 2), 1, array, undefined, undefined, undefined)
  expect(putOff.version - since).toBe(1000)
  const { rows } = monitoring.plan.domains[0]!
  const read: number[] = []
  const counted = new Proxy(rows!, {
    get: (target, key) => {
      read.push(Number(key))
      return Reflect.get(target, key) as unknown
    },
  })
  Object.assign(monitoring.plan.domains[0]!, { rows: counted })
  putOff.stateOf(array, 1, since)
  expect(read).toHaveLength(2)
})
