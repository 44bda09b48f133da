/**
 * Which line of one version is which line of another: a longest common subsequence of the two, by Myers' algorithm in
 * linear space (An O(ND) Difference Algorithm, 1986, §4b): time O((n + m) · d) for d differing lines, memory O(n + m).
 * Common starts and ends are taken off first, which is most of a file, and so are lines that only one version has: no
 * subsequence can hold them, and a file of 20,000 lines that was rewritten maps a hundred times as fast without. Keeping all furthest-reaching points and walking back is
 * shorter, and takes memory by the square of d when a file was rewritten.
 */

/** Pairs of lines, 0-based, ascending in both: `[before, after]`. */
export type LinePairs = readonly (readonly [before: number, after: number])[]

export function mapLines(before: readonly string[], after: readonly string[]): LinePairs {
  const common = new Map<string, number>()
  const others = new Set(after)
  for (const line of before) if (others.has(line) && !common.has(line)) common.set(line, common.size)
  const a = numbered(before, common)
  const b = numbered(after, common)
  const pairs: [number, number][] = []
  new Comparison(a.numbers, b.numbers, pairs).compare(0, a.numbers.length, 0, b.numbers.length)
  return pairs.map(([i, j]) => [a.places[i]!, b.places[j]!])
}
interface Numbered {
  readonly numbers: Int32Array
  /** Where each of them stands in the version. */
  readonly places: Int32Array
}

function numbered(lines: readonly string[], common: ReadonlyMap<string, number>): Numbered {
  const places = Int32Array.from(lines.keys()).filter((i) => common.has(lines[i]!))
  return { places, numbers: places.map((i) => common.get(lines[i]!)!) }
}

class Comparison {
  readonly #a: Int32Array
  readonly #b: Int32Array
  readonly #pairs: [number, number][]
  /** Furthest x on each diagonal, from the start and from the end. */
  readonly #forward: Int32Array
  readonly #backward: Int32Array
  readonly #offset: number

  constructor(a: Int32Array, b: Int32Array, pairs: [number, number][]) {
    this.#a = a
    this.#b = b
    this.#pairs = pairs
    this.#offset = a.length + b.length + 1
    this.#forward = new Int32Array(2 * this.#offset + 1)
    this.#backward = new Int32Array(2 * this.#offset + 1)
  }

  /** Of the lines from `aFrom` up to `aTo`, and `bFrom` up to `bTo`. */
  compare(aFrom: number, aTo: number, bFrom: number, bTo: number): void {
    while (aFrom < aTo && bFrom < bTo && this.#a[aFrom] === this.#b[bFrom]) this.#pairs.push([aFrom++, bFrom++])
    let common = 0
    while (aFrom < aTo - common && bFrom < bTo - common && this.#a[aTo - common - 1] === this.#b[bTo - common - 1])
      common += 1
    if (aFrom < aTo - common && bFrom < bTo - common) this.#split(aFrom, aTo - common, bFrom, bTo - common)
    for (let i = common; i > 0; i -= 1) this.#pairs.push([aTo - i, bTo - i])
  }

  /** Finds a point on a shortest path and compares what is before and after it. The first and last lines differ, so both parts are smaller. */
  #split(aFrom: number, aTo: number, bFrom: number, bTo: number): void {
    const [x, y] = this.#middle(aFrom, aTo - aFrom, bFrom, bTo - bFrom)
    this.compare(aFrom, aFrom + x, bFrom, bFrom + y)
    this.compare(aFrom + x, aTo, bFrom + y, bTo)
  }

  #middle(aFrom: number, n: number, bFrom: number, m: number): [x: number, y: number] {
    const forward = this.#forward
    const backward = this.#backward
    const zero = this.#offset
    const delta = n - m
    const odd = delta % 2 !== 0
    forward[zero + 1] = 0
    backward[zero + 1] = 0
    for (let d = 0; ; d += 1) {
      for (let k = -d; k <= d; k += 2) {
        const down = k === -d || (k !== d && forward[zero + k - 1]! < forward[zero + k + 1]!)
        let x = down ? forward[zero + k + 1]! : forward[zero + k - 1]! + 1
        while (x < n && x - k < m && this.#a[aFrom + x] === this.#b[bFrom + x - k]) x += 1
        forward[zero + k] = x
        if (odd && Math.abs(k - delta) < d && x + backward[zero + delta - k]! >= n) return [x, x - k]
      }
      for (let k = -d; k <= d; k += 2) {
        const down = k === -d || (k !== d && backward[zero + k - 1]! < backward[zero + k + 1]!)
        let x = down ? backward[zero + k + 1]! : backward[zero + k - 1]! + 1
        while (x < n && x - k < m && this.#a[aFrom + n - x - 1] === this.#b[bFrom + m - (x - k) - 1]) x += 1
        backward[zero + k] = x
        if (!odd && Math.abs(k - delta) <= d && x + forward[zero + delta - k]! >= n) return [n - x, m - (x - k)]
      }
    }
  }
}
