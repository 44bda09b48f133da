/**
 * From a parameter's value to what algorithm D keeps of it. HOT: each event of each spec begins here.
 *
 * A *slot* is what one spec keeps of one value in the role of one parameter. An object carries its slots itself: a single
 * private field, put onto it by a constructor that returns it ("stamping"), holds the first slot, and the slots of all
 * specs are chained. So the slots die with the object, and nothing here keeps an object alive. Measured against a WeakMap
 * (Node 20): insertion 39 against 384 ns, hit 4–13 against 20–105 ns, and no work for the garbage collector. Rejected: one
 * private field per spec or parameter (a hidden-class change of the object for each); an array indexed by spec (mostly
 * holes with a hundred specs); a holder object between field and chain (one more allocation per object).
 *
 * Most instances of one parameter are no more than a state and a creation site. Those fit into a number, a *word*, that
 * stands where the slot would: in the object's private field while no other spec keeps anything of it, or in a table. Whoever
 * asks for the slot gets one made of the word (`unpackAt`). Measured in turn with slots alone (ns an event): 1,000,000 live
 * monitors 9.2 → 6.5, 100 specs on each of 1,000 objects 3,100 → 2,000, a hot object and churn 5 % less, 20 specs on an
 * object 3 % more.
 *
 * Chains longer than `chainLimit` become a table, so that the twentieth spec on an object costs what the second does.
 * Where stamping throws, a WeakMap takes over. So it does where few of many objects are kept (`unstampedSlotFor`): a stamp
 * changes the hidden class of its object, and what the program's own code costs that meets such objects besides others is
 * more than what is saved here. Values live in a map per parameter (`value-slots.ts`).
 *
 * Builtins used after loading: WeakRef. Map and WeakMap are reached through subclasses that hold the original methods,
 * since a monitored program has patched ones.
 */

import type { ParameterSet } from '../../spec/compiled-spec.ts'
import type { State } from '../../logic/template.ts'
import type { Group, GroupSet } from './groups.ts'
import type { Monitor, MonitorIndex, OwnParts, Roster } from './monitors.ts'
import type { Domain } from './plan.ts'

// Constants of the way of each event come first: then the bundles have them in place (`trace/node-layout.ts`).

/** In place of a range of words, and of a word, that is not to be had. */
export const unowned = -1
/** The key of a table of slots. */
const tableKey = -2
/** In place of a steady event. */
export const restless = -1
const steadyBits = 8
export const steadyMask = (1 << steadyBits) - 1

/** Taken before the program could replace it. */
const { ceil } = Math

/**
 * Also the first instance whose leaf is this value, since most leaves have just one: that saves an allocation for each
 * instance and a cache miss for each event (measured: 100,000 live monitors 9.5 instead of 15 ns an event).
 */
export class Slot {
  /** Which spec and parameter; -1 once the value is dead, so that no look-up finds it again. */
  declare key: number
  /**
   * As in `Monitor`, and when it is no instance, the beginning of the trace it belongs to; so one of an earlier trace is
   * known by an earlier time. 0: of no trace yet.
   */
  declare time: number
  /**
   * The event that all groups of `sets` took last without one of them changing, and how many took it (`steadyAt`);
   * `restless` when one has changed since, or it is not known. A collection that is changed over and over is found here to
   * be at rest, without a look at its groups. What a monitored call of a collection costs is cache misses: with this, and
   * words that stay words, wrappers took 9 instead of 17 % of the time of `bench/calls`, and the builtins no longer waited
   * for memory that ours had pushed out of the cache.
   */
  declare steady: number

  /** As in `Monitor`; without a domain it is no instance, and there are no siblings either. */
  declare domain: Domain | null
  declare state: State
  declare group: Group | null
  declare others: Bound | null
  declare site: number

  /** Group sets of the levels whose last parameter is this one, chained. */
  declare sets: GroupSet | null
  /** What few slots have, in an object of its own so that slots stay small. */
  declare more: SlotExtras | null
  declare next: Slot | null

  /** First what most events ask for: it shares a cache line. */
  constructor(key: number, next: Slot | null) {
    this.key = key
    this.time = 0
    this.steady = restless
    this.sets = null
    this.domain = null
    this.state = 0
    this.more = null
    this.group = null
    this.others = null
    this.site = 0
    this.next = next
  }

  /** As in `Monitor`. */
  get leaf(): Slot {
    return this
  }

  get sibling(): Monitor | null {
    const { more } = this
    return more === null ? null : more.sibling
  }

  set sibling(monitor: Monitor) {
    extrasOf(this).sibling = monitor
  }
}

/** `Slot.steady` for an event that groups took: `steadyMask` has the event, `steadySteps` how many they were. */
export function steadyAt(event: number, steps: number): number {
  return event < steadyMask && steps < 1 << (30 - steadyBits) ? (steps << steadyBits) | event : restless
}

export function steadySteps(steady: number): number {
  return steady >> steadyBits
}

/** The first of the instances whose leaf is a value, chained by `sibling`. */
export function firstInstance(slot: Slot): Monitor | null {
  return slot.domain === null ? null : (slot as Monitor)
}

export class SlotExtras {
  /** disable(⟨p ↦ value⟩): when an event bound just this value without finding an instance; 0 when never. */
  disabled = 0
  /** As in `Monitor`. */
  sibling: Monitor | null = null
  rosters: Roster | null = null
  stamps: Stamp | null = null
  /** Of `monitors`, when there are many. */
  index: MonitorIndex | null = null
  /** The value, or a WeakRef of the object, for messages. */
  value: unknown = undefined
  /** As in `Monitor`: variables and slice of the instance. */
  own: OwnParts | null = null
}

export function extrasOf(of: Slot | Monitor): SlotExtras {
  return (of.more ??= new SlotExtras())
}

/**
 * Something that belongs to a binding; slots of parameters outside of it are null. An interface and not a class to inherit
 * from: V8 does not inline the constructors of derived classes, which costs a creation 10 ns.
 */
export interface Bound {
  readonly p0: Slot | null
  readonly p1: Slot | null
  readonly p2: Slot | null
  readonly p3: Slot | null
}

/** Whether a binding has the given slots at all parameters of `set`. */
export function agrees(
  bound: Bound,
  set: ParameterSet,
  p0: Slot | null,
  p1: Slot | null,
  p2: Slot | null,
  p3: Slot | null,
): boolean {
  return (
    ((set & 1) === 0 || bound.p0 === p0) &&
    ((set & 2) === 0 || bound.p1 === p1) &&
    ((set & 4) === 0 || bound.p2 === p2) &&
    ((set & 8) === 0 || bound.p3 === p3)
  )
}

/** The slots of an instance's parameters besides its leaf. */
export class Others implements Bound {
  readonly p0: Slot | null
  readonly p1: Slot | null
  readonly p2: Slot | null
  readonly p3: Slot | null

  constructor(set: ParameterSet, p0: Slot | null, p1: Slot | null, p2: Slot | null, p3: Slot | null) {
    this.p0 = (set & 1) === 0 ? null : p0
    this.p1 = (set & 2) === 0 ? null : p1
    this.p2 = (set & 4) === 0 ? null : p2
    this.p3 = (set & 8) === 0 ? null : p3
  }
}

export function slotAt(bound: Bound, parameter: number): Slot | null {
  return parameter === 0 ? bound.p0 : parameter === 1 ? bound.p1 : parameter === 2 ? bound.p2 : bound.p3
}

/** disable(θ) for a binding of several parameters, kept at its leaf. */
export class Stamp implements Bound {
  readonly p0: Slot | null
  readonly p1: Slot | null
  readonly p2: Slot | null
  readonly p3: Slot | null
  readonly set: ParameterSet
  readonly next: Stamp | null
  time = 0

  constructor(
    set: ParameterSet,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
    next: Stamp | null,
  ) {
    this.p0 = p0
    this.p1 = p1
    this.p2 = p2
    this.p3 = p3
    this.set = set
    this.next = next
  }
}

/** A slot in a number. Each owner has a range of them, and makes a slot of one of its own. At most 30 bits: V8 keeps it as it is. */
export type Word = number

const wordLimit = 2 ** 30

/** Keeps instances of one parameter in words. */
export interface WordOwner {
  /** That of its slots. */
  readonly key: number
  /** A slot with what a word says. */
  unpack(word: Word): Slot
}

/** In order of their ranges, with where these begin. */
const owners: WordOwner[] = []
const rangeBegins: Word[] = []
let nextRange = 0

/**
 * A range of 2^`bits` words that nobody has had in this thread: what all of them have above their lower `bits`; `unowned`
 * when there are no more.
 */
export function allotWords(owner: WordOwner, bits: number): number {
  const prefix = ceil(nextRange / 2 ** bits)
  const end = (prefix + 1) * 2 ** bits
  if (end > wordLimit) return unowned
  owners[owners.length] = owner
  rangeBegins[rangeBegins.length] = end - 2 ** bits
  nextRange = end
  return prefix
}

function ownerOf(word: Word): WordOwner {
  let low = 0
  for (let high = owners.length; high - low > 1;) {
    const middle = (low + high) >>> 1
    if (rangeBegins[middle]! <= word) low = middle
    else high = middle
  }
  return owners[low]!
}

/** In place of a long chain: slots and words by key. */
class SlotTable extends Slot {
  readonly byKey: (Slot | Word | null)[] = []
}

const chainLimit = 6

/** A class whose `super()` returns the object it is given, so that a subclass adds its private field to that object. */
// oxlint-disable-next-line typescript/no-extraneous-class -- a constructor is all it is for
class Given {
  constructor(object: object) {
    // oxlint-disable-next-line no-constructor-return -- the point of this class
    return object
  }
}

class Stamped extends Given {
  #first: Slot | Word

  constructor(object: object, first: Slot | Word) {
    super(object)
    this.#first = first
  }

  static first(object: object): Slot | Word | null {
    return #first in object ? object.#first : null
  }

  /**
   * The same for events that introduce objects. V8 inlines the look-up only where it has met stamped objects alone, so
   * events that meet fresh ones have a place of their own (one parameter, churn: 33 → 25 ns an event).
   */
  static firstIfAny(object: object): Slot | Word | null {
    return #first in object ? object.#first : null
  }

  /** The same for instances in words: their objects are of few kinds. */
  static firstOfWord(object: object): Slot | Word | null {
    return #first in object ? object.#first : null
  }

  /** The same for broadcasts, as those of collections that are changed. */
  static firstOfSource(object: object): Slot | Word | null {
    return #first in object ? object.#first : null
  }

  /** The same for objects that an event introduces besides another: those are often known. */
  static firstOfOther(object: object): Slot | Word | null {
    return #first in object ? object.#first : null
  }

  static replace(object: object, first: Slot | Word): void {
    ;(object as Stamped).#first = first
  }
}

/** Copies of the builtins with their own hold on the original methods. */
export class OwnMap<K, V> extends Map<K, V> {}
export class OwnWeakMap<K extends object, V> extends WeakMap<K, V> {}
for (const name of ['get', 'set', 'delete', 'has'] as const) {
  Object.defineProperty(OwnMap.prototype, name, { value: Map.prototype[name] })
  Object.defineProperty(OwnWeakMap.prototype, name, { value: WeakMap.prototype[name] })
}

/** Slots of objects that cannot be stamped, or are not. */
const strays = new OwnWeakMap<object, Slot>()
let anyStrays = false

/** The object's word, if it has just one or one with the key in a table; else whatever there is. */
export function heldAt(object: object, key: number): Slot | Word | null | undefined {
  const first = Stamped.firstOfWord(object)
  return first !== null && typeof first !== 'number' && first.key === tableKey ? (first as SlotTable).byKey[key] : first
}

/** What the object's field holds: a word if there is just one. For who asks only for that, it is shorter than `heldAt`. */
export function wordOf(object: object): Slot | Word | null {
  return Stamped.firstOfWord(object)
}

/** Puts a word in the place of the object's only one. */
export function replaceOnlyWord(object: object, word: Word): void {
  Stamped.replace(object, word)
}

/** Whether anything is kept of an object that can be stamped, by any spec. */
export function isKept(object: object): boolean {
  return Stamped.firstIfAny(object) !== null
}

/** The object's slot with the key, or null. */
export function findSlot(object: object, key: number): Slot | null {
  return slotFrom(Stamped.first(object), object, key)
}

/** The same for events that are broadcast. */
export function findSource(object: object, key: number): Slot | null {
  return slotFrom(Stamped.firstOfSource(object), object, key)
}

/** The slot with the key, given what the object's field holds. */
export function slotFrom(held: Slot | Word | null | undefined, object: object, key: number): Slot | null {
  if (held === null || held === undefined) return anyStrays ? findStray(object, key) : null
  if (typeof held === 'number') return unpackAt(object, held, key)
  return held.key === key ? held : findSlotFurther(held, key)
}

function findStray(object: object, key: number): Slot | null {
  const first = strays.get(object)
  return first === undefined ? null : first.key === key ? first : findSlotFurther(first, key)
}

/** Whether an object without a stamp has slots elsewhere. */
function isStray(object: object): boolean {
  return anyStrays && strays.has(object)
}

function findFurther(first: Slot, key: number): Slot | Word | null {
  if (first.key === tableKey) return (first as SlotTable).byKey[key] ?? null
  let slot = first.next
  while (slot !== null && slot.key !== key) slot = slot.next
  return slot
}

function findSlotFurther(first: Slot, key: number): Slot | null {
  const found = findFurther(first, key)
  return typeof found === 'number' ? ((first as SlotTable).byKey[key] = unpack(found)) : found
}

/** The slot that an object's only word stands for, in its place; null if the word is of another key. */
function unpackAt(object: object, word: Word, key: number): Slot | null {
  const owner = ownerOf(word)
  if (owner.key !== key) return null
  const slot = owner.unpack(word)
  Stamped.replace(object, slot)
  return slot
}

function unpack(word: Word): Slot {
  return ownerOf(word).unpack(word)
}

/** Whether nothing is kept of an object with the key, and a word can be. */
export function canKeepWord(object: object, key: number): boolean {
  const first = Stamped.firstIfAny(object)
  if (first === null) return stampsAnything && !isStray(object)
  return typeof first !== 'number' && first.key === tableKey && ((first as SlotTable).byKey[key] ?? null) === null
}

/** Keeps a word for an object that nothing is kept of with the key; false when it needs a slot. */
export function keepWord(object: object, key: number, word: Word): boolean {
  const first = Stamped.firstIfAny(object)
  if (first !== null) return typeof first !== 'number' && first.key === tableKey && keepInTable(first, key, word)
  if (!stampsAnything || isStray(object)) return false
  // oxlint-disable-next-line no-new -- stamps the object
  new Stamped(object, word)
  return true
}

function keepInTable(table: Slot, key: number, word: Word): boolean {
  if (((table as SlotTable).byKey[key] ?? null) !== null) return false
  setInTable(table as SlotTable, key, word)
  return true
}

/** Puts a word in the place of another with the key. */
export function replaceWord(object: object, key: number, word: Word): void {
  const first = Stamped.first(object)
  if (typeof first === 'number') Stamped.replace(object, word)
  else (first as SlotTable).byKey[key] = word
}

/** The object's slot with the key, made when there is none; then its time is 0. */
export function slotFor(object: object, key: number): Slot {
  const first = Stamped.firstIfAny(object)
  return first !== null && typeof first !== 'number' && first.key === key ? first : furtherSlotFor(object, first, key)
}

/** A slot for an object that no spec has met; null when one has, or the object cannot be stamped. */
export function firstSlotFor(object: object, key: number): Slot | null {
  if (Stamped.firstIfAny(object) !== null || !stampsAnything || isStray(object)) return null
  const slot = new Slot(key, null)
  // oxlint-disable-next-line no-new -- stamps the object
  new Stamped(object, slot)
  return slot
}

/** The same for objects besides the one that the event is mostly about. */
export function otherSlotFor(object: object, key: number): Slot {
  const first = Stamped.firstOfOther(object)
  return first !== null && typeof first !== 'number' && first.key === key ? first : furtherSlotFor(object, first, key)
}

/**
 * The same without a stamp, unless the object has one. Selection monitors one loop of a hundred, but some at each place: the
 * code there met stamped arrays among others and was never compiled for one kind (joi, instructions beyond what signalling to
 * nobody takes, thousand millions: 3.2 → 2.3 with `--sample valg`). Where every loop is monitored, a WeakMap costs as much as
 * that.
 */
export function unstampedSlotFor(object: object, key: number): Slot {
  const stamped = Stamped.firstOfOther(object)
  if (stamped !== null) return furtherSlotFor(object, stamped, key)
  const first = strays.get(object)
  if (first !== undefined)
    return first.key === key ? first : (findSlotFurther(first, key) ?? addFurther(object, first, key))
  const slot = new Slot(key, null)
  anyStrays = true
  strays.set(object, slot)
  return slot
}

function furtherSlotFor(object: object, stamped: Slot | Word | null, key: number): Slot {
  let first = typeof stamped === 'number' ? unpack(stamped) : stamped
  if (typeof stamped === 'number') Stamped.replace(object, first!)
  else if (first === null && anyStrays) first = strays.get(object) ?? null
  if (first === null) return stampFirst(object, key)
  if (first.key === key) return first
  return findSlotFurther(first, key) ?? addFurther(object, first, key)
}

/**
 * Whether stamping works on everything: so far it does, but engines may come to refuse it on objects that cannot be
 * extended. Asked once, since a try statement around the stamp costs 13 ns of 37.
 */
const stampsAnything = (() => {
  try {
    // oxlint-disable-next-line no-new -- stamps the object
    new Stamped(Object.freeze({}), new Slot(0, null))
    return true
  } catch {
    return false
  }
})()

function stampFirst(object: object, key: number): Slot {
  if (!stampsAnything) return stampOrStray(object, key)
  const slot = new Slot(key, null)
  // oxlint-disable-next-line no-new -- stamps the object
  new Stamped(object, slot)
  return slot
}

function stampOrStray(object: object, key: number): Slot {
  const slot = new Slot(key, null)
  try {
    // oxlint-disable-next-line no-new -- stamps the object
    new Stamped(object, slot)
  } catch {
    anyStrays = true
    strays.set(object, slot)
  }
  return slot
}

function addFurther(object: object, first: Slot, key: number): Slot {
  if (first.key === tableKey) {
    const slot = new Slot(key, null)
    setInTable(first as SlotTable, key, slot)
    return slot
  }
  const slot = new Slot(key, first)
  let length = 0
  for (let s: Slot | null = slot; s !== null; s = s.next) length++
  replaceFirst(object, length > chainLimit ? makeTable(slot) : slot)
  return slot
}

function replaceFirst(object: object, first: Slot): void {
  if (Stamped.firstIfAny(object) === null) strays.set(object, first)
  else Stamped.replace(object, first)
}

function makeTable(first: Slot): SlotTable {
  const table = new SlotTable(tableKey, null)
  for (let slot: Slot | null = first; slot !== null; slot = slot.next)
    if (slot.key >= 0) setInTable(table, slot.key, slot)
  return table
}

function setInTable({ byKey }: SlotTable, key: number, held: Slot | Word): void {
  while (byKey.length <= key) byKey[byKey.length] = null
  byKey[key] = held
}
