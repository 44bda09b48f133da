/**
 * Tree-structured Parzen estimator: proposes the next point to try in a space of numbers, from the points tried so far.
 *
 * Source: Bergstra, Bardenet, Bengio & Kégl (2011), "Algorithms for Hyper-Parameter Optimization", §4; for several objectives
 * Ozaki et al. (2020). The trials are split into the best few and the others. Each part is made a density, dimension by
 * dimension: a normal around each of its points, as wide as the gap to the neighbours, and one as wide as the whole range,
 * so that no place has probability 0. Candidates are drawn from the density of the best, and the one that is the most
 * likelier there than among the others is proposed.
 *
 * Trials that have not ended count among the others: parallel proposals keep apart. Trials of several objectives are
 * ordered by fronts that do not dominate each other, and within a front the lonelier is better.
 *
 * Cost: O(trials × dimensions × candidates) a proposal, nothing against the run of a test suite. Rejected: a grid and random search,
 * which need many times the runs; Gaussian processes, which need linear algebra to gain little in spaces of this kind.
 */

import type { Random } from '../../engine/select/random.ts'

/** One dimension. On a logarithmic scale `low` is above 0. */
export interface Dimension {
  readonly low: number
  readonly high: number
  readonly scale: 'linear' | 'logarithmic'
  readonly whole?: boolean
}

export type Space = Readonly<Record<string, Dimension>>
export type Point = Readonly<Record<string, number>>

export interface Trial {
  readonly point: Point
  /** Each the smaller the better; undefined while it runs, or when it failed. */
  readonly losses: readonly number[] | undefined
}

/** Points that are drawn at random before anything is estimated. */
const startUp = 10
const candidates = 24

export function proposePoint(space: Space, trials: readonly Trial[], random: Random): Point {
  const ended = trials.filter(({ losses }) => losses !== undefined)
  const names = Object.keys(space)
  if (ended.length < startUp)
    return Object.fromEntries(names.map((name) => [name, drawUniformly(space[name]!, random)]))
  const order = rankTrials(ended)
  const size = Math.min(25, Math.ceil(ended.length / 10))
  const best = order.slice(0, size)
  const others = [...order.slice(size), ...trials.filter(({ losses }) => losses === undefined)]
  return Object.fromEntries(
    names.map((name) => {
      const dimension = space[name]!
      const values = (part: readonly Trial[]) => part.map(({ point }) => toUnit(dimension, point[name]!))
      const among = new Density(values(best))
      const besides = new Density(values(others))
      let chosen = 0
      let height = -Infinity
      for (let i = 0; i < candidates; i++) {
        const x = among.draw(random)
        const gain = Math.log(among.at(x)) - Math.log(besides.at(x))
        if (gain > height) {
          height = gain
          chosen = x
        }
      }
      return [name, fromUnit(dimension, chosen)]
    }),
  )
}

/** A mixture of normals, cut off outside of [0, 1]. */
class Density {
  readonly #means: readonly number[]
  readonly #widths: readonly number[]
  /** How much of each normal is within. */
  readonly #masses: readonly number[]

  constructor(points: readonly number[]) {
    const sorted = points.toSorted((a, b) => a - b)
    const least = 1 / Math.min(100, sorted.length + 2)
    // The one in the middle is the prior.
    this.#means = [0.5, ...sorted]
    this.#widths = [
      1,
      ...sorted.map((x, i) => {
        const before = x - (sorted[i - 1] ?? 0)
        const after = (sorted[i + 1] ?? 1) - x
        return Math.min(1, Math.max(least, before, after))
      }),
    ]
    this.#masses = this.#means.map((mean, i) => {
      const width = this.#widths[i]!
      return cumulative((1 - mean) / width) - cumulative(-mean / width)
    })
  }

  at(x: number): number {
    let sum = 0
    for (let i = 0; i < this.#means.length; i++) {
      const z = (x - this.#means[i]!) / this.#widths[i]!
      sum += Math.exp(-0.5 * z * z) / (this.#widths[i]! * this.#masses[i]!)
    }
    return sum / (this.#means.length * Math.sqrt(2 * Math.PI))
  }

  draw(random: Random): number {
    const i = random.below(this.#means.length)
    for (let attempt = 0; attempt < 100; attempt++) {
      const radius = Math.sqrt(-2 * Math.log(1 - random.next()))
      const x = this.#means[i]! + this.#widths[i]! * radius * Math.cos(2 * Math.PI * random.next())
      if (x >= 0 && x <= 1) return x
    }
    return this.#means[i]!
  }
}

/** The normal distribution function, by Abramowitz & Stegun 26.2.17 (error below 1e-7). */
function cumulative(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z))
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
  const tail = (Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI)) * series
  return z >= 0 ? 1 - tail : tail
}

/** Best first. */
export function rankTrials(trials: readonly Trial[]): Trial[] {
  let left = [...trials]
  const ranked: Trial[] = []
  while (left.length > 0) {
    const front = paretoFront(left)
    ranked.push(...byLoneliness(front))
    left = left.filter((trial) => !front.includes(trial))
  }
  return ranked
}

/** Those of the ended trials that no other is better than in one objective and no worse in all. */
export function paretoFront(trials: readonly Trial[]): Trial[] {
  return trials.filter(({ losses }) => !trials.some((other) => dominates(other.losses!, losses!)))
}

function dominates(a: readonly number[], b: readonly number[]): boolean {
  return a.every((loss, i) => loss <= b[i]!) && a.some((loss, i) => loss < b[i]!)
}

/** By the distance to the neighbours on the front, the ends first (Deb et al. 2002). */
function byLoneliness(front: readonly Trial[]): Trial[] {
  const objectives = front[0]?.losses!.length ?? 0
  if (objectives < 2) return [...front]
  const distances = new Map(front.map((trial) => [trial, 0]))
  for (let k = 0; k < objectives; k++) {
    const sorted = front.toSorted((a, b) => a.losses![k]! - b.losses![k]!)
    const range = sorted.at(-1)!.losses![k]! - sorted[0]!.losses![k]!
    sorted.forEach((trial, i) => {
      const [before, after] = [sorted[i - 1], sorted[i + 1]]
      const gap = before === undefined || after === undefined ? Infinity : after.losses![k]! - before.losses![k]!
      distances.set(trial, distances.get(trial)! + (range === 0 ? 0 : gap / range))
    })
  }
  return front.toSorted((a, b) => distances.get(b)! - distances.get(a)!)
}

function drawUniformly(dimension: Dimension, random: Random): number {
  return fromUnit(dimension, random.next())
}

function toUnit({ low, high, scale }: Dimension, value: number): number {
  if (scale === 'linear') return (value - low) / (high - low)
  return Math.log(value / low) / Math.log(high / low)
}

function fromUnit({ low, high, scale, whole }: Dimension, x: number): number {
  const value = scale === 'linear' ? low + x * (high - low) : low * (high / low) ** x
  if (whole === true) return Math.min(high, Math.max(low, Math.round(value)))
  return Number(value.toPrecision(4))
}
