/**
 * What is known of the specs from real projects, held to the catalogue: every spec has its numbers, most have been used by
 * some project, and those that are on by default have all been.
 */

import { expect, test } from 'vitest'
import { isInPreset } from '#src/cli/presets.ts'
import { readCatalogue } from '#src/load/read-catalogue.ts'
import { isProven, readEvidence } from '#src/load/read-evidence.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'

const evidence = readEvidence()!
const definitions = await readCatalogue()
const specs = definitions.map((definition) => compileSpec(definition))
const proven = specs.filter((spec) => isProven(spec, evidence.specs[spec.id])).map(({ id }) => id)

test('every spec has numbers, of its own events; few events came after the last survey', () => {
  expect(Object.keys(evidence.specs).sort()).toEqual(specs.map(({ id }) => id).sort())
  const missing: string[] = []
  for (const { id, events } of specs) {
    const numbers = evidence.specs[id]!
    const names = events.map(({ name }) => name)
    expect(Object.keys(numbers).filter((name) => !names.includes(name))).toEqual([])
    missing.push(...names.filter((name) => numbers[name] === undefined).map((name) => `${id} ${name}`))
  }
  expect(missing.length).toBeLessThan(10)
})

test('the projects are many, each with its version', () => {
  expect(evidence.projects.length).toBeGreaterThanOrEqual(60)
  expect(evidence.projects.filter((project) => !/^.+@\d+\.\d+\.\d+/.test(project))).toEqual([])
  expect(new Set(evidence.projects).size).toBe(evidence.projects.length)
})

test('an event that was signalled was signalled on some project, and on no more than there are', () => {
  const numbers = Object.values(evidence.specs).flatMap((events) => Object.values(events))
  expect(numbers.filter(([signals, projects]) => signals < projects || signals > 0 !== projects > 0)).toEqual([])
  expect(Math.max(...numbers.map(([, projects]) => projects))).toBeLessThanOrEqual(evidence.projects.length)
})

test('most specs are proven: some project gave them an object to watch', () => {
  expect(proven.length).toBeGreaterThanOrEqual(110)
})

test('what is recommended is proven', () => {
  const recommended = definitions.filter((spec) => isInPreset(spec, 'recommended')).map(({ id }) => id)
  expect(recommended.length).toBeGreaterThanOrEqual(30)
  expect(recommended.filter((id) => !proven.includes(id))).toEqual([])
})
