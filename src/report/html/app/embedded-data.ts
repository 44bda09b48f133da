/**
 * The data of the page, each part parsed when it is first asked for. Parts that stand behind the program are not there
 * until the browser has read the whole page; `main.ts` shows a view again then.
 */

import { elementIds, type OtherRun, type ReportData, type Sources } from '../report-data.ts'

/** What `make` gives, once the page is there. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    if (document.readyState === 'loading') return make()
    made ??= { value: make() }
    return made.value
  }
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? ''
}

const result = JSON.parse(textOf(elementIds.result)) as ReportData

export function reportData(): ReportData {
  return result
}

const sources = once(() => JSON.parse(textOf(elementIds.sources) || '{}') as Sources)

export function sourceOf(file: string): Sources[string] | undefined {
  return Object.hasOwn(sources(), file) ? sources()[file] : undefined
}

export const otherRun = once(() => JSON.parse(textOf(elementIds.other) || 'null') as OtherRun | null)

export interface UniqueTrace {
  readonly spec: string
  readonly count: number
  /** The instance bound only some of the spec's parameters. */
  readonly partial?: true
  /** A report was made of it. */
  readonly violating?: true
  /** Name, number of the site, times in a row. */
  readonly events: readonly (readonly [event: string, site: number, times: number])[]
}

export interface UniqueTraces {
  /** The most frequent first. */
  readonly traces: readonly UniqueTrace[]
  readonly sites: readonly (readonly [file: string, line: number, column: number])[]
}

export const uniqueTraces = once((): UniqueTraces => {
  const lines = textOf(elementIds.traces)
    .split('\n')
    .filter((line) => line !== '')
  if (lines.length === 0) return { traces: [], sites: [] }
  // One parse of one array is several times quicker than one for each line.
  const [header, ...traces] = JSON.parse(`[${lines.join(',')}]`) as [Pick<UniqueTraces, 'sites'>, ...UniqueTrace[]]
  return { sites: header.sites, traces: traces.sort((a, b) => b.count - a.count) }
})
