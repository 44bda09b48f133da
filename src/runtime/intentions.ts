/**
 * For code and tests that break a rule on purpose: `ignoreViolations` and `expectViolation`, part of the library face.
 * They run inside the user's program, where the session is another bundle; the two meet on a channel of Node's, on which
 * nobody listens in a run that is not monitored.
 */

import { channel } from 'node:diagnostics_channel'
import { types } from 'node:util'
import { type Intention, type IntentionMessage, intentionsChannel } from './intentions-channel.ts'

const { isPromise } = types

const intentions = channel(intentionsChannel)

/**
 * Runs the function; violations meanwhile are not reported. Where it gives a promise, until that settles. What other code
 * breaks at the same time is not reported either. Without monitoring it only runs the function.
 */
export function ignoreViolations<T>(work: () => T): T {
  return meaning({ spec: undefined, seen: 0 }, work, () => {})
}

/**
 * Runs the function, or waits for its promise, and throws when it did not break the rule of this name. Such violations
 * are not reported; others are. Without monitoring it only runs the function: there is nothing that could see a violation.
 * A rule that is judged at the end of the test file cannot be expected so.
 */
export function expectViolation<T>(spec: string, work: () => T): T {
  const { hasSubscribers } = intentions
  const intention: Intention = { spec, seen: 0 }
  return meaning(intention, work, () => {
    if (hasSubscribers && intention.seen === 0)
      throw new Error(`expected a violation of ${spec}, and there was none; is the spec switched on?`)
  })
}

/** `judge` may throw, when the work was done without an error. */
function meaning<T>(intention: Intention, work: () => T, judge: () => void): T {
  const say = (step: IntentionMessage['step']): void =>
    intentions.publish({ step, intention } satisfies IntentionMessage)
  say('begin')
  let result: T
  try {
    result = work()
  } catch (error) {
    say('end')
    throw error
  }
  if (isPromise(result)) {
    return result
      .finally(() => say('end'))
      .then((value: unknown) => {
        judge()
        return value
      }) as T
  }
  say('end')
  judge()
  return result
}
