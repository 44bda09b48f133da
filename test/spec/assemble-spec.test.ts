/** What the command line hands to monitored processes as data is the spec that it compiled. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assembleSpec, type Precompiled, precompile } from '#src/spec/assemble-spec.ts'
import { readCatalogue } from '#src/load/read-catalogue.ts'
import { checkSpec, compileSpec } from '#src/spec/compile-spec.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { runs } from '../support/property.ts'
import { arbitrarySpec } from './arbitrary-spec.ts'
import { comparable } from './comparable.ts'

/** The automaton is for display and does not travel. */
function withoutAutomaton(spec: CompiledSpec): unknown {
  return comparable({ ...spec, template: { ...spec.template, automaton: undefined } })
}

/** Verdicts after each event of a trace, and whether a report can still follow. */
function behaviour({ template }: CompiledSpec, trace: readonly number[]): unknown[] {
  let state = template.initial
  return trace.map((event) => {
    state = template.step(state, event % template.events.length)
    return [template.verdict(state), template.live(state)]
  })
}

test('a spec assembled from what was precompiled equals the compiled one', () => {
  const counts = { table: 0, grammar: 0 }
  fc.assert(
    fc.property(arbitrarySpec, fc.array(fc.nat(4), { maxLength: 12 }), (definition, trace) => {
      if (checkSpec(definition).some(({ grade }) => grade === 'error')) return
      const compiled = compileSpec(definition)
      const carried = JSON.parse(JSON.stringify(precompile(compiled))) as Precompiled
      const assembled = assembleSpec(definition, carried, () => {
        throw new Error('it is synthesized again')
      })
      expect(withoutAutomaton(assembled)).toEqual(withoutAutomaton(compiled))
      expect(behaviour(assembled, trace)).toEqual(behaviour(compiled, trace))
      counts[compiled.template.table === undefined ? 'grammar' : 'table'] += 1
    }),
    runs(250),
  )
  expect(counts.table).toBeGreaterThan(40)
  expect(counts.grammar).toBeGreaterThan(5)
})

test('so do those of the catalogue, with the functions of their definitions', async () => {
  const catalogue = await readCatalogue()
  let conditions = 0
  for (const definition of catalogue) {
    const compiled = compileSpec(definition)
    const carried = JSON.parse(JSON.stringify(precompile(compiled))) as Precompiled
    const assembled = assembleSpec(definition, carried, () => compiled.template)
    expect(withoutAutomaton(assembled)).toEqual(withoutAutomaton(compiled))
    for (const { name, condition, pointcuts } of assembled.events) {
      const { if: given, on = [] } = definition.events[name]!
      const pairs = [
        { given, made: condition },
        ...[on].flat().map((cut, i) => ({ given: cut.if, made: pointcuts[i]!.condition })),
      ]
      for (const pair of pairs) {
        if (typeof pair.given !== 'function') continue
        expect(pair.made).toBe(pair.given)
        conditions += 1
      }
    }
  }
  expect(catalogue.length).toBeGreaterThan(150)
  expect(conditions).toBeGreaterThan(50)
})
