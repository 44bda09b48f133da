/**
 * Compiles subscriptions into one function that takes the parts of an operation and signals the events. Wrappers and
 * woven hooks call it; it runs at every monitored operation.
 *
 * The function is generated as text and compiled on its own. One closure over a list of extractors would be shorter, but
 * all such closures share their type feedback, which goes megamorphic with the third spec (design: generic call helpers
 * cost 10–50 ns, generated ones 2–4).
 */

import { maxParameters, type ParameterKind } from '../../spec/compiled-spec.ts'
import type { Binding } from '../../spec/parse-binding.ts'
import { type ContextPart, contextParts } from '../../spec/event-context.ts'
import { readData } from '../../spec/expression/read-data.ts'
import type { Moment } from '../../spec/pointcut.ts'
import type { Signaller } from '../../spec/signaller.ts'
import { type Kernel, type Place, signallerOf, signallerWithoutCreationOf } from '../kernel.ts'
import { isAsyncFunction, isPrototypeOf, stringify } from '../patch/originals.ts'
import { pristinely } from '../patch/pristine.ts'
import { generate } from './generate.ts'
import { type IterationKind, type OperationKind, slottedArguments, type Subscription } from './plan.ts'

/**
 * Parts of an operation in fixed slots, so that no array is made for a call:
 *
 *     call, construct, emit    receiver, arguments                      outcome: result, error or settled value
 *     read, write, delete      receiver, a0 key, a1 value               outcome: result
 *     iterate                  receiver: the iterable, a0 iterator, a1 value
 *     called-iterate-start     receiver: the iterable                   outcome: the iterator
 *     called-iterate-next      receiver: the iterator                   outcome: what `next()` gave
 *     handle, settle           promise                                  outcome: settled value or error
 */
export type Handler = (
  place: Place,
  receiver: unknown,
  a0: unknown,
  a1: unknown,
  a2: unknown,
  a3: unknown,
  /** All arguments of a call; made only for handlers that want them. */
  args: readonly unknown[] | undefined,
  outcome: unknown,
  promise: unknown,
) => void

/**
 * Besides the operations of a plan: promises, ends, and iteration seen at an explicit iterator, where the receiver of
 * `values()` is the iterable and that of `next()` the iterator.
 */
export type HandledKind = OperationKind | `called-${IterationKind}` | 'handle' | 'settle' | 'end'

/** A subscription and the kind of operation it means: a function can be called, emit, and start an iteration at once. */
export interface Wanted {
  readonly subscription: Subscription
  readonly kind: HandledKind
  /** The object that receivers must be or inherit from, when the function serves others too. */
  readonly only: object | undefined
  /** The property that an accessor answers for: it is called without its name. */
  readonly key?: string | undefined
}

/** Whether the operation counts when Node's own code performs it: who emits does not matter. */
export function countsInternally(kind: HandledKind): boolean {
  return kind === 'emit' || kind === 'handle' || kind === 'settle' || kind === 'end'
}

/**
 * A set of specs by their numbers, in use until the next one is made. All share an array, of the number of the set that
 * marked a spec last: an array of their own, as long as the catalogue, was a tenth of what patching a process allocated.
 */
export class MarkedSpecs {
  static readonly #marks: number[] = []
  static #last = 0
  any = false

  constructor() {
    MarkedSpecs.#last += 1
  }

  mark(spec: number): void {
    MarkedSpecs.#marks[spec] = MarkedSpecs.#last
    this.any = true
  }

  has(spec: number): boolean {
    return MarkedSpecs.#marks[spec] === MarkedSpecs.#last
  }
}

/** So many operations that concern nobody are looked at one by one before the handler is compiled after all. */
const patience = 200

/**
 * What is wanted at an operation, and what of it can be left out for the time being: not if another event of the same spec
 * may create a monitor just there, nor if it is the settling of a promise, which may be given out before the spec awakes.
 */
export function partitionAsleep(kernel: Kernel, wanted: readonly Wanted[]): { awake: Wanted[]; asleep: Wanted[] } {
  const awake: Wanted[] = []
  const asleep: Wanted[] = []
  const begins = new MarkedSpecs()
  for (let i = 0; i < wanted.length; i += 1) {
    const { waits, specIndex } = wanted[i]!.subscription
    if (!waits) begins.mark(specIndex)
  }
  for (let i = 0; i < wanted.length; i += 1) {
    const one = wanted[i]!
    const { waits, specIndex, moment } = one.subscription
    const settles = moment === 'fulfilled' || moment === 'rejected' || moment === 'settled'
    const list = waits && !settles && kernel.asleep[specIndex] && !begins.has(specIndex) ? asleep : awake
    list[list.length] = one
  }
  return { awake, asleep }
}

/**
 * Puts a handler in place for what is wanted, and for what sleeps when its spec awakes; as long as nothing else is wanted
 * none is put.
 */
export function handlerWhenCalled(
  kernel: Kernel,
  name: string,
  moment: Moment,
  wanted: readonly Wanted[],
  put: (run: Handler) => void,
): void {
  const handler = new GrowingHandler(kernel, name, moment, put)
  const { awake, asleep } = partitionAsleep(kernel, wanted)
  for (const one of asleep) kernel.whenAwake(one.subscription.specIndex, () => handler.add([one]))
  if (awake.length > 0) handler.add(awake)
}

/** Parts of a handler before they become one again. */
const mostParts = 3

/**
 * A handler that grows with what happens: most operations that are instrumented never happen in a process, and most of its
 * specs see nothing of it. What is wanted waits until an operation concerns its spec, and is then compiled as a part of its
 * own; compiling everything anew for each spec would cost more than it saves.
 */
export class GrowingHandler {
  readonly #kernel: Kernel
  readonly #name: string
  readonly #moment: Moment
  readonly #put: (run: Handler) => void
  #waiting: Wanted[] = []
  #parts: Part[] = []
  /** Operations that may still pass by before all is compiled. */
  #patience = patience

  constructor(kernel: Kernel, name: string, moment: Moment, put: (run: Handler) => void) {
    this.#kernel = kernel
    this.#name = name
    this.#moment = moment
    this.#put = put
  }

  add(wanted: readonly Wanted[]): void {
    const shown = this.#waiting.length > 0
    for (let i = 0; i < wanted.length; i += 1) this.#waiting[this.#waiting.length] = wanted[i]!
    if (!shown) this.#show()
  }

  /** Compiles what of the waiting concerns the operation. */
  readonly #look: Handler = (place, receiver, a0, a1, a2, a3, args, outcome, promise) => {
    this.#quietly(() => {
      const wanted = this.#take(place, receiver, a0)
      const run = wanted === undefined ? undefined : this.#compile(wanted)
      if (wanted !== undefined && run === undefined) this.add(wanted)
      if (run !== undefined) {
        this.#parts[this.#parts.length] = { wanted: wanted!, run }
        if (this.#parts.length > mostParts) this.#join()
        this.#show()
      }
      return run
    })?.(place, receiver, a0, a1, a2, a3, args, outcome, promise)
  }

  #quietly(make: () => Handler | undefined): Handler | undefined {
    this.#kernel.busy = true
    try {
      return make()
    } finally {
      this.#kernel.busy = false
    }
  }

  /** Takes out of the waiting what belongs to specs that the operation concerns; before compiling, which may awake specs. */
  #take(place: Place, receiver: unknown, a0: unknown): Wanted[] | undefined {
    const specs = new MarkedSpecs()
    this.#patience -= 1
    const all = this.#patience <= 0
    for (let i = 0; i < this.#waiting.length; i += 1) {
      const one = this.#waiting[i]!
      if (all || concerns(one, place, receiver, a0)) specs.mark(one.subscription.specIndex)
    }
    if (!specs.any) return undefined
    const taken: Wanted[] = []
    const left: Wanted[] = []
    for (let i = 0; i < this.#waiting.length; i += 1) {
      const one = this.#waiting[i]!
      const list = specs.has(one.subscription.specIndex) ? taken : left
      list[list.length] = one
    }
    this.#waiting = left
    return taken
  }

  /** Makes one part of all, which is compiled when it is called: those of before have had the present operation. */
  #join(): void {
    const wanted: Wanted[] = []
    for (let i = 0; i < this.#parts.length; i += 1) {
      const { wanted: some } = this.#parts[i]!
      for (let j = 0; j < some.length; j += 1) wanted[wanted.length] = some[j]!
    }
    const part: Part = {
      wanted,
      run: (place, receiver, a0, a1, a2, a3, args, outcome, promise) => {
        const run = this.#quietly(() => this.#compile(wanted))
        if (run === undefined) return
        part.run = run
        this.#show()
        run(place, receiver, a0, a1, a2, a3, args, outcome, promise)
      },
    }
    this.#parts = [part]
  }

  #compile(wanted: readonly Wanted[]): Handler | undefined {
    try {
      return pristinely(() => compileHandler(this.#kernel, this.#name, this.#moment, wanted))
    } catch (error) {
      this.#kernel.fault(`events at ${this.#name}`, error)
      // A program that has used up its stack may come back to it.
      return error instanceof RangeError ? undefined : () => {}
    }
  }

  #show(): void {
    let run: Handler | undefined
    for (let i = 0; i < this.#parts.length; i += 1) {
      const { run: next } = this.#parts[i]!
      run = run === undefined ? next : both(run, next)
    }
    if (this.#waiting.length > 0) run = run === undefined ? this.#look : both(run, this.#look)
    this.#put(run!)
  }
}

interface Part {
  readonly wanted: readonly Wanted[]
  run: Handler
}

/** The second hears of the operation also when the first throws, which it does only on purpose. */
export function both(first: Handler, second: Handler): Handler {
  return (place, receiver, a0, a1, a2, a3, args, outcome, promise) => {
    try {
      first(place, receiver, a0, a1, a2, a3, args, outcome, promise)
    } finally {
      second(place, receiver, a0, a1, a2, a3, args, outcome, promise)
    }
  }
}

/** What can be told without a spec: a function that serves many, such as `emit`, is often called for none of these. */
function concerns({ subscription, kind, only, key }: Wanted, place: Place, receiver: unknown, a0: unknown): boolean {
  if (place === 0 && !countsInternally(kind)) return false
  if (only !== undefined && receiver !== only && !isPrototypeOf(only, receiver as object)) return false
  if (subscription.givenAsync && !isAsyncFunction(a0)) return false
  return subscription.keys === undefined || hasKey(subscription.keys, key ?? a0)
}

function hasKey(keys: readonly string[], key: unknown): boolean {
  for (let i = 0; i < keys.length; i += 1) if (keys[i] === key || (keys[i] === 'index' && isIndex(key))) return true
  return false
}

/** Whether a handler for these must be given all arguments. */
export function wantArguments(wanted: readonly Wanted[]): boolean {
  for (let i = 0; i < wanted.length; i += 1) if (wanted[i]!.subscription.wantsArguments) return true
  return false
}

/**
 * Whether something is off is a field that nothing has written to yet, which V8 takes for a constant until something does.
 * So is what signals an event, unless that has a condition: most of these never hold in a process, and a spec of which no
 * event comes needs no monitoring, of which half were made for nothing.
 *
 * `moment` is the one that is signalled; subscriptions to `settled` are given under `fulfilled` and `rejected` alike. A
 * condition or a value that cannot be had switches its subscription off, a fault of the monitoring its whole spec.
 *
 * Texts say nothing of one spec that can be said of many, so that V8 compiles each once (of 75 in a short process 30 were as
 * those of other specs). They are put together by loops, since what this would call of arrays is watched by then.
 */
export function compileHandler(kernel: Kernel, name: string, moment: Moment, asked: readonly Wanted[]): Handler {
  const wanted: Wanted[] = []
  const subscriptions: Subscription[] = []
  for (let i = 0; i < asked.length; i += 1) {
    const { subscription } = asked[i]!
    if (kernel.off[subscription.specIndex]!.off) continue
    wanted[wanted.length] = asked[i]!
    subscriptions[subscriptions.length] = subscription
  }
  let head = ''
  let body = ''
  // What variables show, by their numbers: `on` of an emitter asks eight specs, which see the same.
  const contexts: string[] = []
  for (let i = 0; i < wanted.length; i += 1) {
    head += constantsText(wanted[i]!, i)
    body += signalText(wanted[i]!, i, moment, contexts)
  }
  let variables = ''
  for (let i = 0; i < contexts.length; i += 1) variables += `${i === 0 ? '  let' : ','} context${i}`
  const source = `'use strict'
${head}return function (place, receiver, a0, a1, a2, a3, args, outcome, promise) {
${variables}
  // Where the program has used up its stack, what is called in a catch below fails too.
  try {
    kernel.busy = true
${body}  } finally {
    ${wantArguments(wanted) ? 'kernel.context = undefined' : ''}
    kernel.busy = false
  }
  if (kernel.toThrow !== undefined) {
    const thrown = kernel.toThrow
    kernel.toThrow = undefined
    // At an end, and where Node emits by itself, no call of the program's is under way that could fail.
    if (place !== 0) throw thrown
  }
}`
  const signallerBy = (of: typeof signallerOf, index: number): Signaller =>
    pristinely(() => {
      const { specIndex, event } = subscriptions[index]!
      const sink = kernel.sink(specIndex)
      return sink === undefined ? () => {} : of(sink, event)
    })
  const uncreating: (Signaller | undefined)[] = []
  return generate<Handler>(source, {
    kernel,
    signaller: (index: number) => signallerBy(signallerOf, index),
    // Most runs need none.
    withoutCreation: (index: number) => (uncreating[index] ??= signallerBy(signallerWithoutCreationOf, index)),
    conditions: subscriptions.map(
      ({ condition, specIndex, event }) => condition && kernel.timed(specIndex, event, condition),
    ),
    switches: subscriptions.map(({ specIndex }) => kernel.off[specIndex]!),
    fault: (index: number, error: unknown) => {
      const { spec, event } = subscriptions[index]!
      kernel.fault(`${spec.id}: event ${spec.events[event]!.name} at ${name}`, error)
    },
    asleep: kernel.asleep,
    wanted,
    isPrototypeOf,
    isAsyncFunction,
    isObject,
    isIndex,
    read: readData,
  })
}

/** What the handler knows of a subscription before anything happens. */
function constantsText({ subscription: { condition, keys }, only, key }: Wanted, index: number): string {
  let text = `const own${index} = { off: false }, switch${index} = switches[${index}]\n`
  text += `const number${index} = wanted[${index}].subscription.specIndex\n`
  text += condition === undefined ? `const signal${index} = signaller(${index})\n` : `let signal${index}\n`
  if (condition !== undefined) text += `const condition${index} = conditions[${index}]\n`
  if (only !== undefined) text += `const only${index} = wanted[${index}].only\n`
  if (key !== undefined) text += `const key${index} = wanted[${index}].key\n`
  if (keys !== undefined)
    for (let i = 0; i < keys.length; i += 1)
      text += `const key${index}of${i} = wanted[${index}].subscription.keys[${i}]\n`
  return text
}

/** Signals the event of a subscription, if what happens is one. */
function signalText(
  { subscription, kind, only, key }: Wanted,
  index: number,
  moment: Moment,
  contexts: string[],
): string {
  const { spec, event, bindings, condition, keys, givenAsync } = subscription
  const { action, creation, parameters } = spec.events[event]!
  const leave = `break s${index}\n`
  let text = ''
  if (!countsInternally(kind)) text += `if (place === 0) ${leave}`
  if (only !== undefined) text += `if (receiver !== only${index} && !isPrototypeOf(only${index}, receiver)) ${leave}`
  if (kind === 'called-iterate-next') text += `if (outcome.done) ${leave}`
  if (kind === 'called-iterate-finish') text += `if (!outcome.done) ${leave}`
  if (key !== undefined) text += `a0 = key${index}\n`
  if (keys !== undefined) text += `if (${keyTest(keys, index)}) ${leave}`
  if (givenAsync) text += `if (!isAsyncFunction(a0)) ${leave}`
  // What Node emits with an error happened where the error was made.
  text += kind === 'emit' ? 'let at = place === 0 ? kernel.placeOfError(a1) : place\n' : 'let at = place\n'
  // Excluded code creates no monitors; its events count where there are some. Without parameters, or where an event
  // alone is the fault, a monitor does not make it the program's.
  const counts = !creation || (parameters !== 0 && spec.template.logic !== 'raw')
  if (!counts) text += `if (at < 0) ${leave}`
  else {
    if (creation) text += `const creates = at >= 0${spec.countsLoading ? '' : ' && !kernel.isLoading(at)'}\n`
    text += 'if (at < 0) at = -at\n'
  }
  if (condition !== undefined || action !== undefined || spec.handler !== undefined) {
    const shown = contextTextOf(kind, moment)
    const context = `context${numberOf(key === undefined ? shown : `${shown} ${key}`, contexts)}`
    text += `${context} ??= ${shown}\n`
    if (condition !== undefined) text += `if (!condition${index}(${context})) ${leave}`
    text += `kernel.context = ${context}\n`
  }
  let given = '(at'
  for (let parameter = 0; parameter < maxParameters; parameter += 1) {
    const binding = bindings[parameter]
    if (binding === undefined) {
      given += ', undefined'
      continue
    }
    const value = `v${parameter}`
    const { kind: kindOfValue } = spec.parameters[parameter]!
    text += `const ${value} = ${bindingText(binding, kind, moment)}\nif (${misfits[kindOfValue](value)}) ${leave}`
    if (givesOut(binding, kind) && kindOfValue === 'object') text += `kernel.meet(${value})\n`
    given += `, ${value}`
  }
  given += ')'
  const wake = creation ? `if (asleep[number${index}]) kernel.wake(number${index})\n` : ''
  text += 'signalling = true\n'
  if (condition !== undefined) text += `signal${index} ??= signaller(${index})\n`
  text +=
    creation && counts
      ? `if (creates) {\n${wake}signal${index}${given}\n} else withoutCreation(${index})${given}\n`
      : `${wake}signal${index}${given}\n`
  return `s${index}: if (own${index}.off === false && switch${index}.off === false) {
  let signalling = false
  try {
${text}  } catch (error) {
    if (signalling) kernel.switchOff(number${index}, error)
    else {
      own${index}.off = true
      fault(${index}, error)
    }
  }
}
`
}

/** The place of a text in the list, at the end of which it is put if it is new. */
function numberOf(text: string, list: string[]): number {
  let i = 0
  while (i < list.length && list[i] !== text) i += 1
  list[i] = text
  return i
}

/** By kind of parameter, when a value is none for it. A `value` that is an object would be kept alive. */
const misfits: Readonly<Record<ParameterKind, (value: string) => string>> = {
  object: (value) => `(typeof ${value} !== 'object' || ${value} === null) && typeof ${value} !== 'function'`,
  value: (value) => `${value} === undefined || isObject(${value})`,
  bytes: (value) => `${value} === undefined`,
}

/** Whether the object may be one of Node's that the program has not named: what a call returns, what an emitter emits. */
function givesOut({ root }: Binding, kind: HandledKind): boolean {
  return root === 'result' || root === 'settled' || (kind === 'emit' && root === 'arg')
}

/** Whether the key is none of these; `index` stands for array indexes. */
function keyTest(keys: readonly string[], index: number): string {
  let text = 'true'
  for (let i = 0; i < keys.length; i += 1)
    text += keys[i] === 'index' ? ' && !isIndex(a0)' : ` && a0 !== key${index}of${i}`
  return text
}

function bindingText(binding: Binding, kind: HandledKind, moment: Moment): string {
  const root = rootText(binding, kind, moment)
  return binding.path.reduce((value, key) => `read(${value}, ${stringify(key)})`, root)
}

function rootText({ root, index }: Binding, kind: HandledKind, moment: Moment): string {
  switch (root) {
    case 'arg':
      return index < slottedArguments ? `a${index}` : `args[${index}]`
    case 'test':
      return 'kernel.test'
    case 'receiver':
      return 'receiver'
    case 'iterable':
      return kind === 'called-iterate-next' || kind === 'called-iterate-finish' ? 'undefined' : 'receiver'
    case 'key':
      return 'a0'
    case 'iterator':
      return kind === 'called-iterate-start' ? 'outcome' : kind.startsWith('called-') ? 'receiver' : 'a0'
    case 'value':
      return kind === 'read' ? 'outcome' : kind === 'called-iterate-next' ? 'outcome.value' : 'a1'
    case 'result':
      return moment === 'returned' ? 'outcome' : 'promise'
    case 'promise':
    case 'activation':
      return 'promise'
    case 'error':
      return moment === 'threw' || moment === 'rejected' ? 'outcome' : 'undefined'
    case 'settled':
      return moment === 'fulfilled' ? 'outcome' : 'undefined'
  }
}

const partsByKind: Readonly<Record<string, readonly ContextPart[]>> = {
  call: ['receiver', 'args', 'result', 'error', 'settled', 'promise', 'activation', 'test'],
  property: ['receiver', 'key', 'value', 'result', 'test'],
  iterate: ['iterable', 'iterator', 'value', 'test'],
  promise: ['promise', 'settled', 'error', 'test'],
  end: ['test'],
}

/** Many handlers are of few kinds. */
const contextTexts = new Map<string, string>()

function contextTextOf(kind: HandledKind, moment: Moment): string {
  const key = `${kind} ${moment}`
  let text = contextTexts.get(key)
  if (text === undefined) {
    text = contextText(kind, moment)
    contextTexts.set(key, text)
  }
  return text
}

function contextText(kind: HandledKind, moment: Moment): string {
  const group =
    kind === 'call' || kind === 'construct' || kind === 'emit'
      ? 'call'
      : kind === 'read' || kind === 'write' || kind === 'delete'
        ? 'property'
        : kind === 'handle' || kind === 'settle'
          ? 'promise'
          : kind === 'end'
            ? 'end'
            : 'iterate'
  const parts = [...partsByKind[group]!, ...(kind === 'emit' ? (['key'] as const) : [])]
  const text = (part: ContextPart): string => {
    if (!parts.includes(part)) return part === 'args' ? '[]' : 'undefined'
    if (part === 'args') return 'args'
    if (part === 'result' && (moment === 'before' || moment === 'threw')) return 'undefined'
    return rootText({ root: part, index: 0, path: [] }, kind, moment)
  }
  return `{ ${contextParts.map((part) => `${part}: ${text(part)}`).join(', ')}, site: at }`
}

function isObject(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** Whether a property key is an array index: a canonical number below 2^32 - 1. */
function isIndex(key: unknown): boolean {
  return (
    (typeof key === 'number' || typeof key === 'string') &&
    String(Number(key) >>> 0) === String(key) &&
    Number(key) < 4_294_967_295
  )
}
