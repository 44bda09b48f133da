/** Which functions are idempotently monitored, against Algorithm 4 written down with sets. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findIdempotentFunctions, type Traces } from '#src/evolve/idempotent-functions.ts'
import { runs } from '../support/property.ts'

const text = `export function save(list) {
  const file = open()
  list.forEach((item) => file.write(item))
  file.close()
}
async function load() {
  const file = open()
  await file.read()
}
const top = open()
`
const sites: Traces['sites'] = [
  ['a.js', 2, 16],
  ['a.js', 3, 31],
  ['a.js', 4, 8],
  ['a.js', 7, 16],
  ['a.js', 8, 14],
  ['a.js', 10, 13],
  ['', 0, 0],
  ['b.ts', 1, 1],
]
type Step = readonly [event: string, site: number]
const trace = (spec: string, count: number, ...steps: Step[]) => ({
  spec,
  count,
  events: steps.map(([event, site]) => [event, site, 1] as const),
})
const read = (file: string) => (file === 'a.js' ? text : undefined)
const find = (...traces: Traces['traces']) => findIdempotentFunctions({ sites, traces }, read)

describe('idempotently monitored', () => {
  it('is a function with one trace of a spec, its closures included', () => {
    const { functions, leftOut } = find(trace('s', 9, ['open', 0], ['write', 1], ['close', 2]))
    expect(functions).toEqual([{ spec: 's', file: 'a.js', line: 1, creation: '2:16', count: 9 }])
    expect(leftOut).toEqual({})
  })

  it('is an async function, and a trace that the end of the program closes', () => {
    expect(find(trace('s', 2, ['open', 3], ['read', 4], ['end', 6])).functions.length).toBe(1)
  })

  it.each<[why: string, traces: Traces['traces']]>([
    ['its traces differ', [trace('s', 9, ['open', 0], ['close', 2]), trace('s', 1, ['open', 0])]],
    ['it has a single trace', [trace('s', 1, ['open', 0])]],
    ['a trace has events outside of the function', [trace('s', 9, ['open', 5], ['close', 2])]],
    ['outside of any function', [trace('s', 9, ['open', 5])]],
    ['its source is not the JavaScript that ran', [trace('s', 9, ['open', 7])]],
    ['a trace binds only some parameters', [{ ...trace('s', 9, ['open', 0]), partial: true }]],
  ])('is not: %s', (why, traces) => {
    const { functions, leftOut } = find(...traces)
    expect(functions).toEqual([])
    expect(leftOut).toEqual({ [why]: 1 })
  })

  it('is no function of a trace with events of several, nor of a spec whose traces were cut', () => {
    expect(find(trace('s', 9, ['open', 0], ['read', 4])).leftOut).toEqual({
      'a trace has events of other functions': 2,
    })
    const cut = findIdempotentFunctions({ sites, traces: [trace('s', 9, ['open', 0])], cut: { s: 1 } }, read)
    expect(cut.leftOut).toEqual({ 'traces of the spec were cut': 1 })
  })

  it('follows Algorithm 4 on random traces', () => {
    const functionOf = [0, 0, 0, 1, 1, undefined, undefined, undefined]
    const step = fc.tuple(fc.constantFrom('open', 'close'), fc.constantFrom(0, 1, 2, 3, 4))
    const traces = fc.uniqueArray(
      fc.tuple(fc.constantFrom('s', 't'), fc.nat(3), fc.array(step, { minLength: 1, maxLength: 3 })),
      {
        selector: ([spec, , steps]) => JSON.stringify([spec, steps]),
        maxLength: 5,
      },
    )
    fc.assert(
      fc.property(traces, (all) => {
        const expected = ['s', 't'].flatMap((spec) =>
          [0, 1].flatMap((m) => {
            const ofSpec = all.filter(([name]) => name === spec)
            const inside = ofSpec.filter(([, , steps]) => steps.every(([, site]) => functionOf[site] === m))
            const touching = ofSpec.filter(([, , steps]) => steps.some(([, site]) => functionOf[site] === m))
            const repeated = inside.length === 1 && touching.length === 1 && inside[0]![1] + 1 >= 2
            return repeated ? [`${spec} ${m === 0 ? 1 : 6}`] : []
          }),
        )
        const { functions } = find(...all.map(([spec, count, steps]) => trace(spec, count + 1, ...steps)))
        expect(functions.map(({ spec, line }) => `${spec} ${line}`).sort()).toEqual(expected.sort())
      }),
      runs(500),
    )
  })
})
