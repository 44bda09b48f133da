/** What is known beforehand to be skipped is what would have been skipped: the same choices, seen from outside. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { algorithms } from '#src/engine/algorithms.ts'
import { parseSample } from '#src/engine/select/sample.ts'
import { Sampler, selectively } from '#src/engine/select/selective-monitoring.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { runs } from '../../support/property.ts'
import { create, loopDefinition, next, push } from './loop-spec.ts'

const spec = compileSpec(loopDefinition)
/** The same, with a state and a trace for each monitor: no groups, and no runs that are counted beside the traces. */
const individual = compileSpec({ ...loopDefinition, variables: { seen: 0 } })

/** Some loops at one place over arrays of one size, which end early, are disturbed, or are the last of their test. */
interface Loops {
  readonly site: number
  readonly times: number
  readonly size: number
  readonly steps: number
  readonly disturbed: boolean
  /** How often their arrays change when they are over. */
  readonly changes: number
  readonly endsTest: boolean
}

const loops: fc.Arbitrary<Loops> = fc.record({
  // The last takes the first one's place among those that were met last.
  site: fc.constantFrom(1, 2, 988),
  times: fc.oneof(fc.nat(5), fc.nat(200)),
  size: fc.oneof(fc.nat(4), fc.nat(200)),
  steps: fc.oneof(fc.nat(4), fc.nat(40)),
  disturbed: fc.boolean(),
  changes: fc.nat(3),
  endsTest: fc.boolean(),
})

function choices(program: readonly Loops[], sample: string, looksAhead: boolean, of = spec) {
  const sampler = new Sampler(parseSample(sample), { namePlace: String })
  const reports: string[] = []
  const monitoring = selectively(algorithms.D, sampler)(of, {
    sink: ({ site, category }) => reports.push(`${site} ${category}`),
    onFault: (_, part, error) => {
      throw new Error(part, { cause: error })
    },
  })
  const passesOver = (monitoring as { passesOver?: (event: number) => (site: number, array: unknown) => boolean })
    .passesOver!(create)
  let passed = 0
  for (const { site, times, size, steps, disturbed, changes, endsTest } of program) {
    for (let i = 0; i < times; i += 1) {
      const array = Array.from({ length: size }, () => 0)
      if (looksAhead && passesOver(site, array)) {
        passed += 1
        continue
      }
      const iterator = {}
      monitoring.signal(create, site, array, iterator, undefined, undefined)
      for (let step = 0; step < steps; step += 1) monitoring.signal(next, 5, undefined, iterator, undefined, undefined)
      if (disturbed) {
        monitoring.signal(push, 6, array, undefined, undefined, undefined)
        monitoring.signal(next, 7, undefined, iterator, undefined, undefined)
      }
      for (let k = 0; k < changes; k += 1) monitoring.signal(push, 8 + k, array, undefined, undefined, undefined)
    }
    if (endsTest) sampler.endTraces()
  }
  const places = sampler.selections[0]!.places.map(({ site, created, skipped, unique, duplicate, converged }) => ({
    site,
    created,
    skipped,
    unique,
    duplicate,
    converged,
  }))
  return { seen: { places, reports }, passed }
}

test.each(['valg', 'valg:longest=20,growth=4', 'valg:paper,delta=0.2', 'random:0.3'])(
  'nobody is asked about what is known beforehand, and the choices of %s are the same',
  (policy) => {
    let passed = 0
    fc.assert(
      fc.property(fc.array(loops, { minLength: 1, maxLength: 12 }), fc.nat(100), (program, seed) => {
        const sample = `${policy}${policy.includes(':') ? ',' : ':'}seed=${seed}`
        const ahead = choices(program, sample, true)
        expect(ahead.seen).toEqual(choices(program, sample, false).seen)
        passed += ahead.passed
      }),
      runs(150),
    )
    if (policy.startsWith('random')) expect(passed).toBe(0)
    else expect(passed).toBeGreaterThan(1000)
  },
)

test('choices and reports are those of monitors that have a trace each, also where loops are long', () => {
  let created = 0
  fc.assert(
    fc.property(fc.array(loops, { minLength: 1, maxLength: 12 }), fc.nat(100), (program, seed) => {
      const { seen } = choices(program, `valg:seed=${seed}`, false)
      expect(seen).toEqual(choices(program, `valg:seed=${seed}`, false, individual).seen)
      for (const place of seen.places) created += place.created
    }),
    runs(150),
  )
  expect(created).toBeGreaterThan(1000)
})
