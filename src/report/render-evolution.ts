/** What `--since` decided, in sentences for the end of the text report: what changed, what was watched, what may be missed. */

import { groupDigits } from './group-digits.ts'
import type { Evolution } from './result.ts'

const shownNames = 4

export function* evolutionRemarks(evolution: Evolution): Generator<string> {
  const { since, decision, changed, affected, modules, selected, specs, known, flaky, gone } = evolution
  if (decision === 'full') yield `Everything was monitored: ${evolution.why}.`
  else if (decision === 'plain') {
    const why = changed.length === 0 ? 'nothing that counts changed' : `${names(changed)} can signal no event of a spec`
    yield `Since ${since}: ${why}, so nothing was monitored again.`
  } else {
    yield `Since ${since}: ${names(changed)} changed, which affects ${affected} of ${count(modules, 'module')} (${evolution.variant}); ${selected.length} of ${count(specs, 'spec')} watched.`
    if (evolution.excluded > 0) yield `${count(evolution.excluded, 'unaffected module')} not woven.`
    if (evolution.idle !== undefined)
      yield `${count(evolution.idle, 'test file')} that no change concerns, in processes of their own, not monitored.`
    if (evolution.weakness !== undefined) yield `${evolution.variant} ${evolution.weakness}.`
    else if (evolution.assumptions.length > 0) yield `Nothing is missed if ${evolution.assumptions.join(', and ')}.`
  }
  if (decision !== 'full') yield `Deciding took ${groupDigits(Math.round(evolution.decisionMs))} ms.`
  if (evolution.tests !== undefined) {
    const { run, of, why } = evolution.tests
    yield why === undefined
      ? `${run} of ${count(of, 'test file')} depend on a change and were run.`
      : `All tests were run: ${why}.`
  }
  if (evolution.phase !== undefined) {
    yield `This was the ${evolution.phase.name} phase.`
    yield* evolution.phase.moved.slice(0, shownNames)
    const left = evolution.phase.moved.length - shownNames
    if (left > 0) yield `And ${count(left, 'spec')} more changed the phase.`
  }
  if (evolution.idempotent !== undefined && evolution.idempotent.functions > 0)
    yield `${count(evolution.idempotent.functions, 'function')} monitored only once: counts of events and instances are lower bounds.`
  if (known > 0) yield `${count(known, 'known violation')}; --show all shows those that were seen again.`
  if (flaky > 0)
    yield `${count(flaky, 'violation')} came without a change that could be the cause, and ${flaky === 1 ? 'counts' : 'count'} as flaky.`
  if (gone.length > 0) yield `${count(gone.length, 'known violation')} did not occur any more.`
}

function names(all: readonly string[]): string {
  const shown = all.slice(0, shownNames).join(', ')
  return all.length <= shownNames ? shown : `${shown} and ${all.length - shownNames} more`
}

function count(number: number, noun: string): string {
  return `${groupDigits(number)} ${noun}${number === 1 ? '' : 's'}`
}
