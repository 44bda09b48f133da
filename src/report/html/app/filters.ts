/** Which violations the list shows: values of severity, age, spec, file and test, and words that must occur. */

import { originOf } from '../../rank-violations.ts'
import type { Violation } from '../../result.ts'
import type { Route } from './route.ts'

export const facets = ['age', 'severity', 'spec', 'file', 'origin', 'test'] as const
export type Facet = (typeof facets)[number]

export const facetTitles: Readonly<Record<Facet, string>> = {
  age: 'Baseline',
  severity: 'Severity',
  spec: 'Spec',
  file: 'File',
  origin: 'Began at',
  test: 'Test',
}

export type Filter = ReadonlyMap<Facet | 'q', string>

export function filterOf({ query }: Route): Filter {
  return new Map([...facets, 'q' as const].flatMap((key) => (query.has(key) ? [[key, query.get(key)!]] : [])))
}

/** A violation's values under a facet: several tests can show it. */
export function valuesOf(violation: Violation, facet: Facet): readonly string[] {
  switch (facet) {
    case 'age':
      return violation.new === null ? [] : [violation.new ? 'new' : 'known']
    case 'severity':
      return [violation.severity]
    case 'spec':
      return [violation.spec]
    case 'file':
      return [violation.file]
    case 'origin':
      return [originOf(violation) ?? []].flat()
    case 'test':
      return violation.tests.map(({ file, path }) => [file, ...path].join(' › '))
  }
}

/** The words in lower case that a search looks through, made once for each violation. */
const texts = new WeakMap<Violation, string>()

function textOf(violation: Violation): string {
  let text = texts.get(violation)
  if (text === undefined) {
    const { message, spec, file, line } = violation
    const parts = [message, spec, `${file}:${line}`, violation.function ?? '', violation.package ?? '']
    text = [...parts, ...valuesOf(violation, 'test')].join('\n').toLowerCase()
    texts.set(violation, text)
  }
  return text
}

/** Indexes of the violations that pass, leaving out one facet to count its own values. */
export function select(violations: readonly Violation[], filter: Filter, except?: Facet): number[] {
  const words = (filter.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const wanted = facets.filter((facet) => facet !== except && filter.has(facet))
  const selected: number[] = []
  for (let index = 0; index < violations.length; index++) {
    const violation = violations[index]!
    if (!wanted.every((facet) => valuesOf(violation, facet).includes(filter.get(facet)!))) continue
    if (words.every((word) => textOf(violation).includes(word))) selected.push(index)
  }
  return selected
}

/** Values of a facet with how many violations have each, the most frequent first. */
export function countValues(violations: readonly Violation[], filter: Filter, facet: Facet): [string, number][] {
  const counts = new Map<string, number>()
  for (const index of select(violations, filter, facet)) {
    for (const value of valuesOf(violations[index]!, facet)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const order = ['new', 'known', 'error', 'warning', 'suggestion']
  return [...counts].sort(
    ([a, m], [b, n]) => order.indexOf(a) - order.indexOf(b) || n - m || (a < b ? -1 : a > b ? 1 : 0),
  )
}
