/** Reads a binding source, `arg0.signal`, and knows which parts of an operation exist at which moment of it. */

import { type ContextPart, contextParts } from './event-context.ts'
import type { BindingRoot, BindingSource, Moment, Pointcut } from './pointcut.ts'

export interface Binding {
  readonly root: Exclude<BindingRoot, `arg${number}`> | 'arg'
  /** Which argument, when the root is `arg`; else 0. */
  readonly index: number
  /** Properties to read in turn from the root. */
  readonly path: readonly string[]
}

/** Undefined for text that is no binding source: an unknown root, or an empty step in the path. */
export function parseBinding(source: BindingSource | (string & {})): Binding | undefined {
  const [root, ...path] = source.split('.')
  if (path.includes('')) return undefined
  const argument = /^arg(\d)$/.exec(root!)
  if (argument !== null) return { root: 'arg', index: Number(argument[1]), path }
  return isPlainRoot(root!) ? { root, index: 0, path } : undefined
}

type PlainRoot = Exclude<ContextPart, 'args'>

function isPlainRoot(text: string): text is PlainRoot {
  return text !== 'args' && contextParts.some((part) => part === text)
}

/**
 * The parts of an operation that exist when a pointcut signals. The current test always does; `emit` has the arguments
 * of the `emit` call (`arg0` is the event's name, as is `key`).
 */
export function availableRoots(pointcut: Pointcut): ReadonlySet<Binding['root']> {
  return new Set<Binding['root']>([...partsOf(pointcut), 'test'])
}

/** What a call has more than its receiver and arguments, by moment. */
const afterCall: Readonly<Record<Moment, readonly Binding['root'][]>> = {
  before: [],
  returned: ['result'],
  threw: ['error'],
  fulfilled: ['result', 'promise', 'settled'],
  rejected: ['result', 'promise', 'error'],
  settled: ['result', 'promise', 'settled', 'error'],
}

function partsOf(pointcut: Pointcut): readonly Binding['root'][] {
  switch (pointcut.kind) {
    case 'call':
      return ['receiver', 'arg', 'activation', ...afterCall[pointcut.when ?? 'returned']]
    case 'construct':
      return ['arg', 'activation', ...afterCall[pointcut.when ?? 'returned']]
    case 'read':
      return pointcut.when === 'before' ? ['receiver', 'key'] : ['receiver', 'key', 'value', 'result']
    case 'write':
      return ['receiver', 'key', 'value']
    case 'delete':
      return pointcut.when === 'before' ? ['receiver', 'key'] : ['receiver', 'key', 'result']
    case 'iterate':
      return pointcut.step === 'next' ? ['iterable', 'iterator', 'value'] : ['iterable', 'iterator']
    case 'handle':
      return ['promise']
    case 'settle':
      if (pointcut.outcome === 'fulfilled') return ['promise', 'settled']
      return pointcut.outcome === 'rejected' ? ['promise', 'error'] : ['promise', 'settled', 'error']
    case 'emit':
      return pointcut.when === 'returned' ? ['receiver', 'arg', 'key', 'result'] : ['receiver', 'arg', 'key']
    case 'end':
    case 'collect':
      break
  }
  return []
}
