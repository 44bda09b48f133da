/** Several `traces.jsonl` as one: sites are numbered anew, the same trace of the same spec counts once with all its counts. */

type Site = readonly [file: string, line: number, column: number]

interface Trace {
  readonly spec: string
  readonly count: number
  readonly tests: readonly unknown[]
  readonly events: readonly (readonly [event: string, site: number, times: number])[]
}

export interface TracesFile {
  readonly text: string
  /** Goes before the files of its sites. */
  readonly prefix: string
}

/** Undefined when there are none. */
export function mergeTraces(files: readonly TracesFile[]): string | undefined {
  if (files.length === 0) return undefined
  const sites = new Map<string, number>()
  const numberOf = (site: Site, prefix: string): number => {
    const [file, line, column] = site
    const key = JSON.stringify([file.startsWith('/') ? file : prefix + file, line, column])
    const known = sites.get(key) ?? sites.size
    sites.set(key, known)
    return known
  }
  const traces = new Map<string, Trace>()
  for (const { text, prefix } of files) {
    const [header, ...lines] = text.split('\n').filter((line) => line !== '')
    const { sites: table } = JSON.parse(header!) as { sites: readonly Site[] }
    for (const line of lines) {
      const trace = JSON.parse(line) as Trace
      const events = trace.events.map(([event, site, times]) => [event, numberOf(table[site]!, prefix), times] as const)
      const key = JSON.stringify([trace.spec, events])
      const before = traces.get(key)
      traces.set(key, {
        ...trace,
        count: trace.count + (before?.count ?? 0),
        tests: [
          ...new Map([...(before?.tests ?? []), ...trace.tests].map((test) => [JSON.stringify(test), test])).values(),
        ],
        events,
      })
    }
  }
  const header = { schema: 1, sites: [...sites.keys()].map((key) => JSON.parse(key) as Site) }
  return `${[header, ...traces.values()].map((line) => JSON.stringify(line)).join('\n')}\n`
}
