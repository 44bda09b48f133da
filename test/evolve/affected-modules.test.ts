/** Affected sets of random graphs and changes, against the relational definitions evaluated naively. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DependencyGraph } from '#src/evolve/dependency-graph.ts'
import { affectedBy, variantNames, variantOf, weaknessOf } from '#src/evolve/variant.ts'
import { runs } from '../support/property.ts'

type Relation = readonly (readonly boolean[])[]

const identity = (n: number): Relation =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => i === j))
const inverse = (r: Relation): Relation => r.map((_, i) => r.map((_, j) => r[j]![i]!))
const compose = (r: Relation, s: Relation): Relation =>
  r.map((_, i) => r.map((_, k) => r.some((_, j) => r[i]![j]! && s[j]![k]!)))
const union = (r: Relation, s: Relation): Relation => r.map((row, i) => row.map((held, j) => held || s[i]![j]!))
/** Reflexive and transitive closure: the union of all powers. */
function star(r: Relation): Relation {
  let sum = identity(r.length)
  for (let i = 0; i < r.length; i += 1) sum = union(sum, compose(sum, r))
  return sum
}
const image = (set: readonly number[], r: Relation): number[] =>
  r.map((_, j) => j).filter((j) => set.some((i) => r[i]![j]!))

const graphs = fc.integer({ min: 1, max: 9 }).chain((n) =>
  fc.record({
    n: fc.constant(n),
    edges: fc.array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1)), { maxLength: 2 * n }),
    changed: fc.uniqueArray(fc.nat(n - 1), { maxLength: 3 }),
  }),
)

test('affected sets are the images of the change under the relations', () => {
  let cases = 0
  fc.assert(
    fc.property(graphs, ({ n, edges, changed }) => {
      const e: Relation = Array.from({ length: n }, (_, i) =>
        Array.from({ length: n }, (_, j) => edges.some(([from, to]) => from === i && to === j)),
      )
      const graph = new DependencyGraph()
      for (let i = 0; i < n; i += 1) graph.addNode(`${i}`)
      for (const [from, to] of edges) graph.addEdge(`${from}`, `${to}`)
      const expected = {
        ps1: image(changed, compose(star(inverse(e)), star(e))),
        ps2: image(changed, union(star(inverse(e)), star(e))),
        ps3: image(changed, star(inverse(e))),
      }
      for (const [name, nodes] of Object.entries(expected)) {
        const found = affectedBy(changed.map(String), graph, name as 'ps1')
        expect([...found].sort()).toEqual(nodes.map(String).sort())
        cases += 1
      }
    }),
    runs(500),
  )
  expect(cases).toBeGreaterThan(1000)
})

test('there are twelve variants, of which two are safe', () => {
  expect(variantNames).toEqual([
    'ps1',
    'ps1c',
    'ps1l',
    'ps1cl',
    'ps2',
    'ps2c',
    'ps2l',
    'ps2cl',
    'ps3',
    'ps3c',
    'ps3l',
    'ps3cl',
  ])
  expect(
    variantNames
      .map(variantOf)
      .filter(({ safe }) => safe)
      .map(({ name }) => name),
  ).toEqual(['ps1', 'ps1c'])
  expect(variantNames.filter((name) => weaknessOf(variantOf(name)) === undefined)).toEqual(['ps1', 'ps1c'])
  expect(weaknessOf(variantOf('ps3cl'))).toBe(
    'may miss violations and raise false alarms: modules that changed code or its dependents use select no specs; ' +
      'events in modules outside the affected ones are not seen; events in libraries are not seen',
  )
})
