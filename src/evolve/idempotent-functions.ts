/**
 * Idempotently monitored functions (LazyMOP, §3.2, Algorithm 4): functions that gave the same single trace of a spec at every
 * call of the last run, with all events inside. While the function and what it depends on stay the same, monitoring one
 * such object says all there is to say, and later objects of the same creation place need no monitor.
 *
 * A place belongs to its outermost function, so closures, generators and async functions are parts of the function around
 * them. Objects are muted, never calls: an object has its monitor from its creation on or not at all, so calls that
 * overlap (recursion, async functions, generators) and calls that throw never cut a trace short; such a function is left
 * out only if its traces differ.
 */

import { type Node, parse } from 'acorn'

export interface IdempotentFunction {
  readonly spec: string
  readonly file: string
  /** Of the function, for people. */
  readonly line: number
  /** Where its objects begin to be monitored: `line:column`. */
  readonly creation: string
  /** Instances that the last run had. */
  readonly count: number
}

/** Unique traces, as `traces.jsonl` keeps them. */
export interface Traces {
  readonly sites: readonly (readonly [file: string, line: number, column: number])[]
  readonly cut?: Readonly<Record<string, number>>
  readonly traces: readonly {
    readonly spec: string
    readonly count: number
    readonly partial?: true
    readonly events: readonly (readonly [event: string, site: number, times: number])[]
  }[]
}

export interface IdempotentFunctions {
  readonly functions: readonly IdempotentFunction[]
  /** Pairs of function and spec that are not idempotent, by reason. */
  readonly leftOut: Readonly<Record<string, number>>
}

type Trace = Traces['traces'][number]

/** `read` gives the text of a file; undefined where it is unknown, or compiled before it runs. */
export function findIdempotentFunctions(set: Traces, read: (file: string) => string | undefined): IdempotentFunctions {
  const spans = new Map<string, readonly Span[] | undefined>()
  const spanAt = (site: number): { file: string; span: Span } | string => {
    const [file, line, column] = set.sites[site]!
    if (!spans.has(file)) spans.set(file, outermostFunctions(read(file)))
    const all = spans.get(file)
    if (all === undefined) return 'its source is not the JavaScript that ran'
    const span = all.find((candidate) => contains(candidate, line, column))
    return span === undefined ? 'outside of any function' : { file, span }
  }
  const groups = new Map<
    string,
    { file: string; span: Span; spec: string; traces: Set<Trace>; why: string | undefined }
  >()
  const leftOut: Record<string, number> = {}
  const count = (why: string): void => {
    leftOut[why] = (leftOut[why] ?? 0) + 1
  }
  for (const trace of set.traces) {
    const places = trace.events.filter(([, site]) => set.sites[site]![1] > 0).map(([, site]) => spanAt(site))
    const functions = places.filter((place) => typeof place !== 'string')
    const unplaced = places.find((place) => typeof place === 'string')
    const distinct = new Map(
      functions.map((place) => [`${place.file}:${place.span.start.line}:${place.span.start.column}`, place]),
    )
    for (const [key, { file, span }] of distinct) {
      const name = `${trace.spec}\n${key}`
      const group = groups.get(name) ?? { file, span, spec: trace.spec, traces: new Set(), why: undefined }
      group.traces.add(trace)
      if (distinct.size > 1) group.why ??= 'a trace has events of other functions'
      if (unplaced !== undefined) group.why ??= 'a trace has events outside of the function'
      if (trace.partial) group.why ??= 'a trace binds only some parameters'
      groups.set(name, group)
    }
    if (distinct.size === 0 && unplaced !== undefined) count(unplaced)
  }
  const functions: IdempotentFunction[] = []
  for (const { file, span, spec, traces, why } of groups.values()) {
    const [only] = traces
    const reason =
      why ??
      (set.cut?.[spec] === undefined ? undefined : 'traces of the spec were cut') ??
      (traces.size > 1 ? 'its traces differ' : undefined) ??
      (only!.count < 2 ? 'it has a single trace' : undefined)
    if (reason !== undefined) {
      count(reason)
      continue
    }
    const [, line, column] = set.sites[only!.events.find(([, site]) => set.sites[site]![1] > 0)![1]]!
    functions.push({ spec, file, line: span.start.line, creation: `${line}:${column}`, count: only!.count })
  }
  return { functions, leftOut }
}

interface Position {
  readonly line: number
  readonly column: number
}

interface Span {
  readonly start: Position
  readonly end: Position
}

/** Lines and columns 1-based. */
function contains({ start, end }: Span, line: number, column: number): boolean {
  const afterStart = line > start.line || (line === start.line && column > start.column)
  return afterStart && (line < end.line || (line === end.line && column <= end.column))
}

/** Undefined when the text is no JavaScript. */
function outermostFunctions(text: string | undefined): readonly Span[] | undefined {
  if (text === undefined) return undefined
  for (const sourceType of ['module', 'commonjs'] as const) {
    try {
      const program = parse(text, { ecmaVersion: 'latest', sourceType, allowHashBang: true, locations: true })
      const spans: Span[] = []
      collect(program, spans)
      return spans
    } catch {
      // The other kind, or none.
    }
  }
  return undefined
}

function collect(node: Node, spans: Span[]): void {
  if (/Function/.test(node.type)) {
    spans.push(node.loc!)
    return
  }
  for (const value of Object.values(node) as unknown[])
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string')
        collect(child as Node, spans)
}
