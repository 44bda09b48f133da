/**
 * Whether a bench has become worse since its last record. Times of one machine say nothing on another, and little on the same
 * one an hour later; so two things are compared that do carry over:
 *
 * - Ratios of CPU time between two variants that ran in turn (`bench.gates`), with their bootstrap intervals. Five pairs of
 *   the same thing give ratios from 0.8 to 1.4: only an interval that lies above the recorded one, by more than
 *   `tolerance.ratio`, counts as worse. For large differences.
 * - Instructions per event (`bench.counted`), which repeat within 0.15 % and are blind to cache misses; above
 *   `tolerance.instructions` counts as worse. For small differences. Another version of Node compiles to other instructions
 *   and is not compared.
 *
 * A gate that compared nothing is a failure too.
 */
import { pairedRatio } from './statistics.mjs'

export const tolerance = { ratio: 1.1, instructions: 1.03 }

const roundsOf = (results, scenario, variant) =>
  results.find((each) => each.scenario === scenario)?.results.find((each) => each.variant === variant)?.rounds

function ratioOf(results, { scenario, variant, against }) {
  const own = roundsOf(results, scenario, variant)
  const other = roundsOf(results, scenario, against)
  return own === undefined || other === undefined ? undefined : pairedRatio(own, other)
}

/** Of each ratio that both have: what it was, what it is, and whether that is worse. */
export function compareRatios(gates, before, after) {
  return gates.flatMap((gate) => {
    const was = ratioOf(before, gate)
    const is = ratioOf(after, gate)
    if (was === undefined || is === undefined) return []
    const what = `${gate.scenario}: ${gate.variant} / ${gate.against}`
    return [{ what, before: was.ratio, after: is.ratio, worse: is.low > was.high * tolerance.ratio }]
  })
}

/** The same of instructions per event: lists of `{ scenario, variant, perEvent }` with the version of Node. */
export function compareInstructions(before, after) {
  if (before.node !== after.node) return []
  return after.counts.flatMap(({ scenario, variant, perEvent }) => {
    const was = before.counts.find((each) => each.scenario === scenario && each.variant === variant)?.perEvent
    if (was === undefined || perEvent === undefined) return []
    const what = `${scenario}: instructions of ${variant}`
    return [{ what, before: was, after: perEvent, worse: perEvent > was * tolerance.instructions }]
  })
}

/** What to print, and whether the gate is passed. */
export function judge(comparisons) {
  if (comparisons.length === 0)
    return {
      passed: false,
      text: 'The gate compared nothing: there is no record to compare with, or none of this version of Node.',
    }
  const worse = comparisons.filter((each) => each.worse)
  const lines = worse.map(({ what, before, after }) => `worse: ${what} ${before.toFixed(2)} → ${after.toFixed(2)}`)
  return {
    passed: worse.length === 0,
    text: [...lines, `${comparisons.length} compared with the last record, ${worse.length} worse.`].join('\n'),
  }
}
