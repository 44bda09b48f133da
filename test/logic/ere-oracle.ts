/**
 * Two independent readings of extended regular expressions, for tests. `contains` is the definition, by recursion over
 * the syntax tree and the ways to cut the word. `minimalAutomaton` builds the language operator by operator (product,
 * subset construction) and merges states by naive refinement; it answers what no bounded enumeration can: whether some
 * continuation matches, and how many states are needed.
 */

import fc from 'fast-check'

export type Tree =
  | { readonly kind: 'event'; readonly name: string }
  | { readonly kind: 'epsilon' | 'empty' }
  | { readonly kind: 'or' | 'and' | 'then'; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'not'; readonly body: Tree }
  | { readonly kind: 'times'; readonly body: Tree; readonly least: number; readonly most: number }

export function trees(events: readonly string[], maxDepth = 4): fc.Arbitrary<Tree> {
  const bounds = fc.constantFrom(
    [0, Infinity],
    [1, Infinity],
    [0, 1],
    [2, 2],
    [1, 3],
    [0, 2],
    [2, Infinity],
    [0, 0],
    [3, 3],
  )
  return fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth, depthSize: 'large' },
      {
        weight: 4,
        arbitrary: fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...events).map((name): Tree => ({ kind: 'event', name })) },
          { weight: 1, arbitrary: fc.constantFrom<Tree>({ kind: 'epsilon' }, { kind: 'empty' }) },
        ),
      },
      {
        weight: 6,
        arbitrary: fc
          .tuple(
            fc.constantFrom('or' as const, 'and' as const, 'then' as const, 'then' as const),
            tie('tree'),
            tie('tree'),
          )
          .map(([kind, left, right]): Tree => ({ kind, left, right })),
      },
      { weight: 2, arbitrary: tie('tree').map((body): Tree => ({ kind: 'not', body })) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(tie('tree'), bounds)
          .map(([body, [least, most]]): Tree => ({ kind: 'times', body, least, most })),
      },
    ),
  })).tree
}

/** Formula text with as few parentheses as precedence allows. */
export function print(tree: Tree): string {
  return printAt(tree, 0)
}

function printAt(tree: Tree, tightness: number): string {
  switch (tree.kind) {
    case 'event':
      return tree.name
    case 'epsilon':
    case 'empty':
      return tree.kind
    case 'or':
      return within(0, `${printAt(tree.left, 0)} | ${printAt(tree.right, 1)}`)
    case 'and':
      return within(1, `${printAt(tree.left, 1)} & ${printAt(tree.right, 2)}`)
    case 'then':
      return within(2, `${printAt(tree.left, 2)} ${printAt(tree.right, 3)}`)
    case 'not':
      return within(3, `~${printAt(tree.body, 3)}`)
    case 'times':
      return `${printAt(tree.body, 4)}${printBounds(tree.least, tree.most)}`
  }

  function within(level: number, text: string): string {
    return tightness > level ? `(${text})` : text
  }
}

function printBounds(least: number, most: number): string {
  if (most === Infinity) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`
  if (least === 0 && most === 1) return '?'
  return least === most ? (least === 3 ? `^${least}` : `{${least}}`) : `{${least},${most}}`
}

/** Membership by definition. */
export function contains(tree: Tree, word: readonly string[]): boolean {
  const known = new Map<Tree, Map<number, boolean>>()
  return within(tree, 0, word.length)

  function within(tree: Tree, from: number, to: number): boolean {
    let answers = known.get(tree)
    if (answers === undefined) known.set(tree, (answers = new Map()))
    const key = from * (word.length + 1) + to
    let answer = answers.get(key)
    if (answer === undefined) answers.set(key, (answer = decide(tree, from, to)))
    return answer
  }

  function decide(tree: Tree, from: number, to: number): boolean {
    switch (tree.kind) {
      case 'event':
        return to === from + 1 && word[from] === tree.name
      case 'epsilon':
        return from === to
      case 'empty':
        return false
      case 'or':
        return within(tree.left, from, to) || within(tree.right, from, to)
      case 'and':
        return within(tree.left, from, to) && within(tree.right, from, to)
      case 'then':
        return cuts(from, to).some((cut) => within(tree.left, from, cut) && within(tree.right, cut, to))
      case 'not':
        return !within(tree.body, from, to)
      case 'times':
        return repeats(tree, from, to)
    }
  }

  /** Where the word can stand after 0, 1, 2 … repetitions; more than least + length add nothing, for each adds a letter or is needless. */
  function repeats({ body, least, most }: Tree & { kind: 'times' }, from: number, to: number): boolean {
    let places = new Set([from])
    for (let times = 0; ; times += 1) {
      if (times >= least && places.has(to)) return true
      if (times === most || times > least + (to - from)) return false
      const reached = new Set<number>()
      for (const place of places) for (const cut of cuts(place, to)) if (within(body, place, cut)) reached.add(cut)
      places = reached
    }
  }
}

function cuts(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** A deterministic machine whose states are numbered as they are met. */
interface Machine {
  readonly start: number
  step(state: number, event: string): number
  accepts(state: number): boolean
}

/** A machine whose states are lists of numbers. */
function machine(
  start: readonly number[],
  step: (parts: readonly number[], event: string) => readonly number[],
  accepts: (parts: readonly number[]) => boolean,
): Machine {
  const numbers = new Map<string, number>()
  const met: (readonly number[])[] = []
  const known = new Map<string, number>()
  const numberOf = (parts: readonly number[]): number => {
    const key = parts.join()
    let number = numbers.get(key)
    if (number === undefined) {
      numbers.set(key, (number = met.length))
      met.push(parts)
    }
    return number
  }
  return {
    start: numberOf(start),
    step(state, event) {
      const key = `${state} ${event}`
      let target = known.get(key)
      if (target === undefined) known.set(key, (target = numberOf(step(met[state]!, event))))
      return target
    },
    accepts: (state) => accepts(met[state]!),
  }
}

function machineOf(tree: Tree): Machine {
  switch (tree.kind) {
    case 'event':
      // 0 before it, 1 after it, 2 never more.
      return machine(
        [0],
        ([state], event) => [state === 0 && event === tree.name ? 1 : 2],
        ([state]) => state === 1,
      )
    case 'epsilon':
    case 'empty':
      return machine(
        [0],
        () => [1],
        ([state]) => tree.kind === 'epsilon' && state === 0,
      )
    case 'or':
    case 'and': {
      const [left, right] = [machineOf(tree.left), machineOf(tree.right)]
      return machine(
        [left.start, right.start],
        ([l, r], event) => [left.step(l!, event), right.step(r!, event)],
        ([l, r]) =>
          tree.kind === 'or' ? left.accepts(l!) || right.accepts(r!) : left.accepts(l!) && right.accepts(r!),
      )
    }
    case 'then':
      return sequence(machineOf(tree.left), machineOf(tree.right))
    case 'not': {
      const body = machineOf(tree.body)
      return { ...body, accepts: (state) => !body.accepts(state) }
    }
    case 'times': {
      const { body, least, most } = tree
      const epsilon: Tree = { kind: 'epsilon' }
      if (most === Infinity) {
        const star = iteration(machineOf(body))
        return Array.from({ length: least }).reduce<Machine>((rest) => sequence(machineOf(body), rest), star)
      }
      const optional: Tree = { kind: 'or', left: body, right: epsilon }
      const parts = Array.from({ length: most }, (_, i) => (i < least ? body : optional))
      return parts.reduceRight<Machine>((rest, part) => sequence(machineOf(part), rest), machineOf(epsilon))
    }
  }
}

/** A state: one of the left, then all of the right that some cut gives. */
function sequence(left: Machine, right: Machine): Machine {
  const state = (l: number, rs: readonly number[]) => [l, ...ascending(left.accepts(l) ? [...rs, right.start] : rs)]
  return machine(
    state(left.start, []),
    ([l, ...rs], event) =>
      state(
        left.step(l!, event),
        rs.map((r) => right.step(r, event)),
      ),
    ([, ...rs]) => rs.some((r) => right.accepts(r)),
  )
}

/** A state: all states of the body that some cut gives; the start, which accepts, is marked by -1. */
function iteration(body: Machine): Machine {
  const state = (parts: readonly number[]) =>
    ascending(parts.some((part) => body.accepts(part)) ? [...parts, body.start] : parts)
  return machine(
    [-1],
    (parts, event) => state(parts.map((part) => body.step(part === -1 ? body.start : part, event))),
    (parts) => parts.some((part) => part === -1 || body.accepts(part)),
  )
}

function ascending(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}

export interface MinimalAutomaton {
  /** States that tell languages apart, without the one that accepts nothing any more. */
  readonly size: number
  accepts(word: readonly string[]): boolean
  /** Whether some continuation of the word, the empty one included, is in the language. */
  hasContinuation(word: readonly string[]): boolean
}

/** Undefined when the construction grows beyond what a test should wait for. */
export function minimalAutomaton(tree: Tree, events: readonly string[], limit = 60): MinimalAutomaton | undefined {
  const machine = machineOf(tree)
  const rows = new Map<number, number[]>()
  const pending = [machine.start]
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (rows.has(state)) continue
    if (rows.size === limit) return undefined
    const from = state
    const row = events.map((event) => machine.step(from, event))
    rows.set(state, row)
    pending.push(...row)
  }
  let classes = new Map([...rows.keys()].map((state) => [state, String(machine.accepts(state))]))
  for (let count = 0; ;) {
    const numbers = new Map<string, string>()
    const refined = new Map<number, string>()
    for (const [state, row] of rows) {
      const signature = [state, ...row].map((member) => classes.get(member)).join()
      if (!numbers.has(signature)) numbers.set(signature, String(numbers.size))
      refined.set(state, numbers.get(signature)!)
    }
    classes = refined
    if (numbers.size === count) break
    count = numbers.size
  }
  const hopeful = new Set([...rows.keys()].filter((state) => machine.accepts(state)))
  for (let before = -1; before !== hopeful.size;) {
    before = hopeful.size
    for (const [state, row] of rows) if (row.some((target) => hopeful.has(target))) hopeful.add(state)
  }
  const after = (word: readonly string[]) =>
    word.reduce((state, event) => rows.get(state)![events.indexOf(event)]!, machine.start)
  return {
    size: new Set([...hopeful].map((state) => classes.get(state))).size,
    accepts: (word) => machine.accepts(after(word)),
    hasContinuation: (word) => hopeful.has(after(word)),
  }
}
