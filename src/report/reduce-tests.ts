/**
 * The smallest set of tests that together produce every unique trace (`jsmop traces --reduce`): weighted set cover.
 *
 * What can be decided without choosing is decided first, again and again: a test that alone produces a trace is taken, a
 * trace that comes for free with another is dropped, and so is a test whose traces a cheaper one produces as well. What
 * is left is searched by branch and bound; the bound on the rest is Σ over its traces of the least share w(t)/|traces of
 * t left|, which no choice of tests can go below, since each pays its whole weight over the traces it covers. When the
 * search takes more than `effort` steps, the best set found so far is given, with the proven bound: never worse than
 * Chvátal's greedy choice (1979), where the search begins.
 */

export interface CoveringTest {
  /** What running it costs, above 0. */
  readonly weight: number
  /** What it covers, as numbers. */
  readonly covers: readonly number[]
}

export interface Reduction {
  /** Numbers of the tests chosen, ascending. */
  readonly chosen: readonly number[]
  readonly weight: number
  /** No set that covers everything weighs less; equal to `weight` when the choice is known to be the smallest. */
  readonly bound: number
}

const defaultEffort = 200_000

export function reduceTests(tests: readonly CoveringTest[], effort = defaultEffort): Reduction {
  const problem = makeProblem(tests)
  const taken = simplify(problem)
  const begun = taken.reduce((sum, test) => sum + tests[test]!.weight, 0)
  const search = new Search(problem, effort)
  const rest = search.run()
  const chosen = [...taken, ...rest.chosen].sort((a, b) => a - b)
  return { chosen, weight: begun + rest.weight, bound: begun + rest.bound }
}

/** What is left to decide. */
interface Problem {
  readonly weights: readonly number[]
  /** By test, the traces it covers; deleted tests are missing. */
  readonly traces: Map<number, Set<number>>
  /** By trace, the tests that cover it. */
  readonly tests: Map<number, Set<number>>
}

/** Traces of exactly the same tests are one. */
function makeProblem(tests: readonly CoveringTest[]): Problem {
  const producers = new Map<number, number[]>()
  tests.forEach(({ covers }, test) => {
    for (const trace of new Set(covers)) {
      const known = producers.get(trace)
      if (known === undefined) producers.set(trace, [test])
      else known.push(test)
    }
  })
  const distinct = new Map([...producers].map(([trace, list]) => [list.join(), { trace, list }]))
  const problem: Problem = { weights: tests.map(({ weight }) => weight), traces: new Map(), tests: new Map() }
  for (const { trace, list } of distinct.values()) {
    problem.tests.set(trace, new Set(list))
    for (const test of list) {
      const covered = problem.traces.get(test)
      if (covered === undefined) problem.traces.set(test, new Set([trace]))
      else covered.add(trace)
    }
  }
  return problem
}

/** Takes and drops what needs no choice. Gives the tests that every smallest set can be taken to contain. */
function simplify(problem: Problem): number[] {
  const taken: number[] = []
  for (let changed = true; changed;) {
    changed = false
    for (const [trace, tests] of problem.tests) {
      if (tests.size !== 1 || !problem.tests.has(trace)) continue
      const [test] = tests
      taken.push(test!)
      take(problem, test!)
      changed = true
    }
    for (const [trace, tests] of problem.tests) {
      if (!isImplied(problem, trace, tests)) continue
      removeTrace(problem, trace)
      changed = true
    }
    for (const [test, traces] of problem.traces) {
      if (!isReplaceable(problem, test, traces)) continue
      removeTest(problem, test)
      changed = true
    }
  }
  return taken
}

/** Whether another trace, which has to be covered too, can only be covered by tests that cover this one. */
function isImplied(problem: Problem, trace: number, tests: ReadonlySet<number>): boolean {
  for (const other of candidates(problem.traces, tests)) {
    if (other === trace) continue
    const theirs = problem.tests.get(other)!
    if (theirs.size < tests.size && isSubset(theirs, tests)) return true
  }
  return false
}

/** Whether some test covers at least as much for at most the same weight; of equals the first stays. */
function isReplaceable(problem: Problem, test: number, traces: ReadonlySet<number>): boolean {
  if (traces.size === 0) return true
  const [first] = traces
  for (const other of problem.tests.get(first!)!) {
    if (other === test || problem.weights[other]! > problem.weights[test]!) continue
    const theirs = problem.traces.get(other)!
    if (!isSubset(traces, theirs)) continue
    if (theirs.size > traces.size || problem.weights[other]! < problem.weights[test]! || other < test) return true
  }
  return false
}

/** All members of the sets that some keys have. */
function candidates(sets: ReadonlyMap<number, ReadonlySet<number>>, keys: ReadonlySet<number>): Set<number> {
  const found = new Set<number>()
  for (const key of keys) for (const member of sets.get(key)!) found.add(member)
  return found
}

function isSubset(small: ReadonlySet<number>, large: ReadonlySet<number>): boolean {
  if (small.size > large.size) return false
  for (const member of small) if (!large.has(member)) return false
  return true
}

function take(problem: Problem, test: number): void {
  for (const trace of problem.traces.get(test)!) removeTrace(problem, trace)
  problem.traces.delete(test)
}

function removeTrace(problem: Problem, trace: number): void {
  for (const test of problem.tests.get(trace)!) problem.traces.get(test)!.delete(trace)
  problem.tests.delete(trace)
}

function removeTest(problem: Problem, test: number): void {
  for (const trace of problem.traces.get(test)!) problem.tests.get(trace)!.delete(test)
  problem.traces.delete(test)
}

class Search {
  readonly #problem: Problem
  #effort: number
  #best: number[] = []
  #bestWeight = Infinity
  /** The least bound of the branches that were given up for want of effort. */
  #open = Infinity

  constructor(problem: Problem, effort: number) {
    this.#problem = problem
    this.#effort = effort
  }

  run(): Reduction {
    const left = new Set(this.#problem.tests.keys())
    this.#greedy(new Set(left))
    this.#branch(left, [], 0)
    return { chosen: this.#best, weight: this.#bestWeight, bound: Math.min(this.#bestWeight, this.#open) }
  }

  #greedy(left: Set<number>): void {
    const { traces, weights } = this.#problem
    const chosen: number[] = []
    let weight = 0
    while (left.size > 0) {
      let best = -1
      let price = Infinity
      for (const [test, covered] of traces) {
        const gain = countIn(covered, left)
        if (gain > 0 && weights[test]! / gain < price) {
          price = weights[test]! / gain
          best = test
        }
      }
      chosen.push(best)
      weight += weights[best]!
      for (const trace of traces.get(best)!) left.delete(trace)
    }
    this.#best = chosen
    this.#bestWeight = weight
  }

  #branch(left: ReadonlySet<number>, chosen: readonly number[], weight: number): void {
    if (left.size === 0) {
      if (weight < this.#bestWeight) {
        this.#best = [...chosen]
        this.#bestWeight = weight
      }
      return
    }
    const bound = weight + this.#boundOf(left)
    if (bound >= this.#bestWeight - 1e-9) return
    if ((this.#effort -= 1) < 0) {
      this.#open = Math.min(this.#open, bound)
      return
    }
    const { traces, tests, weights } = this.#problem
    // The trace with the fewest tests leaves the fewest branches; its cheapest test comes first.
    let narrowest = -1
    for (const trace of left)
      if (narrowest === -1 || tests.get(trace)!.size < tests.get(narrowest)!.size) narrowest = trace
    const price = (test: number) => weights[test]! / countIn(traces.get(test)!, left)
    for (const test of [...tests.get(narrowest)!].sort((a, b) => price(a) - price(b))) {
      const rest = new Set(left)
      for (const trace of traces.get(test)!) rest.delete(trace)
      this.#branch(rest, [...chosen, test], weight + weights[test]!)
    }
  }

  #boundOf(left: ReadonlySet<number>): number {
    const { traces, tests, weights } = this.#problem
    const shares = new Map<number, number>()
    let bound = 0
    for (const trace of left) {
      let least = Infinity
      for (const test of tests.get(trace)!) {
        let share = shares.get(test)
        if (share === undefined) {
          share = weights[test]! / countIn(traces.get(test)!, left)
          shares.set(test, share)
        }
        least = Math.min(least, share)
      }
      bound += least
    }
    return bound
  }
}

function countIn(members: ReadonlySet<number>, set: ReadonlySet<number>): number {
  let count = 0
  for (const member of members) if (set.has(member)) count += 1
  return count
}
