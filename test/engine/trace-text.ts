/**
 * Traces as text, for cases and property tests: `create m1 i1` is the event `create` with its parameters, in the order in
 * which the spec lists them; `died m1` is a death. The n-th line has the site n. Reports are text too:
 * `3 match m=m1 i=i1` says that at line 3 the instance entered `match`; `at death` stands for a death event.
 */

import type { SpecText } from '../support/spec-builder.ts'

export interface TraceEvent {
  readonly kind: 'event'
  readonly event: string
  /** Parameter → value name. */
  readonly params: Readonly<Record<string, string>>
}

export interface Death {
  readonly kind: 'death'
  readonly value: string
}

export type TraceLine = TraceEvent | Death

export function parseTrace(text: SpecText, lines: readonly string[]): TraceLine[] {
  return lines.map((line) => {
    const [first, ...values] = line.split(' ')
    if (first === 'died') return { kind: 'death', value: values[0]! }
    const words = text.events[first!]
    if (words === undefined) throw new Error(`no event ${first} in the spec of this trace`)
    const names = words.split(' ').filter((word) => word !== '')
    if (names.length !== values.length) throw new Error(`"${line}" must bind ${words}`)
    return { kind: 'event', event: first!, params: Object.fromEntries(names.map((name, i) => [name, values[i]!])) }
  })
}

export interface TraceReport {
  /** The line, from 1; 0 for a death event. */
  readonly at: number
  readonly category: string
  readonly binding: Readonly<Record<string, string>>
}

export function reportText({ at, category, binding }: TraceReport): string {
  const pairs = Object.keys(binding)
    .sort()
    .map((name) => ` ${name}=${binding[name]}`)
  return `${at === 0 ? 'at death' : at} ${category}${pairs.join('')}`
}

/** In the order of lines, then of texts. */
export function sortReports(reports: readonly TraceReport[]): string[] {
  return [...reports]
    .map((report) => ({ at: report.at, text: reportText(report) }))
    .sort((a, b) => a.at - b.at || (a.text < b.text ? -1 : 1))
    .map(({ text }) => text)
}

export function parseReport(text: string): TraceReport {
  const [, at, category, pairs] = /^(\d+|at death) (\S+)(.*)$/.exec(text)!
  return {
    at: at === 'at death' ? 0 : Number(at),
    category: category!,
    binding: Object.fromEntries(
      pairs!
        .split(' ')
        .filter((pair) => pair !== '')
        .map((pair) => pair.split('=')),
    ) as Record<string, string>,
  }
}
