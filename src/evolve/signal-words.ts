/**
 * Which specs could signal an event from which code: a spec by the words that a module must contain for the weaver to find
 * a place for any of its events, a module by the words that it contains. Follows the weaver's own matching
 * (`plan-weaving.ts`, `relevance.ts`), so code that signals has the words; most code with the words signals nothing.
 *
 * Sharpened by imports where that is sound: what a Node module or a package exports is out of reach for code none of
 * whose imports, direct or not, reach that module. That holds for modules whose objects no global gives away.
 */

import { namespaces } from '../instrument/patch/language.ts'
import { planInstrumentation, type Operation } from '../instrument/plan/plan.ts'
import { planWeaving } from '../instrument/plan/plan-weaving.ts'
import type { CompiledSpec } from '../spec/compiled-spec.ts'

/** Stands for a write to a property, by any syntax. */
export const propertyWrite = '='
/** Stands for a write to a computed property. */
export const keyWrite = '[]='

/** Stands for a word whose function may be given an async function first: most callbacks are none, and stand there to see. */
export const withAsync = (word: string): string => `${word}${asyncMark}`
const asyncMark = '(async)'

/** The words of a vocabulary that it has in this sense. */
export function wordsWithAsync(vocabulary: Iterable<string>): Set<string> {
  return new Set(
    [...vocabulary].flatMap((word) => (word.endsWith(asyncMark) ? [word.slice(0, -asyncMark.length)] : [])),
  )
}

/** Node modules that no global gives objects of. */
const closed = new Set(
  'fs child_process http https http2 zlib dgram dns tls readline cluster repl sqlite vm v8 inspector wasi trace_events'.split(
    ' ',
  ),
)

export interface SignalWords {
  readonly id: string
  /** Ways to signal, each with the words that lead to it; undefined for a spec whose events can come from any code. */
  readonly ways: readonly SignalWay[] | undefined
}

interface SignalWay {
  /** One of these; undefined where no word is needed. */
  readonly words: readonly string[] | undefined
  /** The object whose function it is, if that must be named besides. */
  readonly holder?: string
  /** What must be within reach of the code's imports: `node:fs`, `npm:pg`; undefined for what is always there. */
  readonly origin: string | undefined
  /** Whether a slice can start with it: without such an event a spec has no monitors, whatever else happens. */
  readonly begins: boolean
}

export function signalWordsOf(spec: CompiledSpec): SignalWords {
  const plan = planInstrumentation([spec])
  // Promises settle and are handled without any word.
  if (plan.handles.length + plan.settles.length > 0) return { id: spec.id, ways: undefined }
  return { id: spec.id, ways: plan.operations.flatMap(waysOf) }
}

/** All words that some spec asks for. */
export function vocabularyOf(specs: readonly SignalWords[]): Set<string> {
  const ways = specs.flatMap(({ ways }) => ways ?? [])
  return new Set(ways.flatMap(({ words, holder }) => [...(words ?? []), ...(holder === undefined ? [] : [holder])]))
}

/**
 * `reachable`: origins that the imports of the code reach; undefined when nobody knows. `alone`: no other code creates
 * monitors, so that an event says something only if one that a slice starts with can come from this code.
 */
export function canSignal(
  spec: SignalWords,
  words: ReadonlySet<string>,
  reachable: ReadonlySet<string> | undefined,
  alone: boolean,
): boolean {
  if (spec.ways === undefined) return true
  return spec.ways.some(
    (way) =>
      (way.begins || !alone) &&
      (way.origin === undefined || reachable === undefined || reachable.has(way.origin)) &&
      (way.words === undefined || way.words.some((word) => words.has(word))) &&
      (way.holder === undefined || words.has(way.holder)),
  )
}

/** Node modules without anything that emits. */
const silent = new Set(
  'assert path url util os querystring string_decoder buffer punycode constants timers test'.split(' '),
)
/** Globals that emit, or give what does. */
const emitters =
  'emit dispatchEvent process EventTarget AbortController AbortSignal WebSocket EventSource fetch MessageChannel BroadcastChannel Worker performance'.split(
    ' ',
  )
const emitting = 'something that emits'

/** What an import of a Node module brings within reach. */
export function originsOfBuiltin(specifier: string): string[] {
  const name = specifier.replace(/^node:/, '').split('/')[0]!
  return silent.has(name) ? [`node:${name}`] : [`node:${name}`, emitting]
}

export function originOfPackage(name: string): string {
  return `npm:${name}`
}

function waysOf(operation: Operation): SignalWay[] {
  const origin = originOf(operation)
  const begins = operation.subscriptions.some(({ creation }) => creation)
  // Emissions count whoever emits, Node included: no word in the code shows them.
  if (operation.kind === 'emit')
    return [
      { words: undefined, origin: emitting, begins },
      { words: emitters, origin: undefined, begins },
    ]
  if (operation.kind !== 'read') {
    const holder = namespaceOf(operation)
    return [{ words: wordsOf(operation), ...(holder === undefined ? {} : { holder }), origin, begins }]
  }
  const read = operation.subscriptions.flatMap(({ keys }) => keys ?? [])
  return [{ words: hasAnyKey(operation) ? undefined : read, origin, begins }]
}

function namespaceOf({ kind, place, holder }: Operation): string | undefined {
  const [name] = holder
  return kind === 'call' && place.kind === 'global' && holder.length === 1 && namespaces.includes(name!)
    ? name
    : undefined
}

function wordsOf(operation: Operation): string[] {
  const { kind, member, subscriptions } = operation
  if (kind === 'call' && subscriptions.every((one) => one.givenAsync)) return [withAsync(member!)]
  const { members, callees, constructors, executors, iteration, writes, deletes } = planWeaving({
    specs: [],
    operations: [operation],
    places: [],
    handles: [],
    settles: [],
    ends: { test: [], file: [], program: [], turn: [] },
    collects: [],
  })
  const words = [...members, ...callees, ...constructors]
  if (executors) words.push('Promise')
  if (iteration) words.push('of')
  if (writes === 'any') words.push(hasAnyKey(operation) ? propertyWrite : keyWrite)
  else if (writes.size > 0) words.push(...writes, keyWrite)
  if (deletes === 'any' || deletes.size > 0) words.push('delete')
  // A symbol's member is called by syntax or through the symbol.
  if (operation.member?.startsWith('@@')) words.push(operation.member.slice(2), 'of', 'Symbol')
  return [...new Set(words)]
}

function hasAnyKey({ subscriptions }: Operation): boolean {
  return subscriptions.some(({ keys }) => keys === undefined)
}

function originOf({ place }: Operation): string | undefined {
  switch (place.kind) {
    case 'global':
    case 'module':
      return undefined
    case 'node': {
      const name = place.module.split('/')[0]!
      return closed.has(name) ? `node:${name}` : undefined
    }
    case 'npm':
      return `npm:${place.package}`
  }
}
