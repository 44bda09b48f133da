/**
 * Parameters for fast-check: `fc.assert(property, runs(500))`. The seed is fixed so that a run repeats; JSMOP_SEED sets
 * another, JSMOP_RUNS multiplies the number of cases.
 */

export interface Runs {
  readonly seed: number
  readonly numRuns: number
}

const seed = Number(process.env['JSMOP_SEED'] ?? 20_261_115)
const factor = Number(process.env['JSMOP_RUNS'] ?? 1)
console.log(`property tests: JSMOP_SEED=${seed} JSMOP_RUNS=${factor}`)

export function runs(count: number): Runs {
  return { seed, numRuns: Math.max(1, Math.round(count * factor)) }
}
