/**
 * What an agent decided and was told, as text (`--sample-log`): `c` created, `s` skipped, each after the context if there was
 * one (`x5,`); `0`, `1`, `2` a trace ended that many had ended like before, but for those that were created for their
 * context alone; `n` one is under way that can end like none before. Replayed, an agent with the same seed decides the same.
 *
 *     x4,c c 0 x4,c c 1 s s c 2       (without the blanks)
 */

import type { Agent, Seen } from './agent.ts'

/** Where an agent decides otherwise than the log says; undefined when it never does. For whoever doubts a log. @public */
export function replayLog(agent: Agent, log: string): { readonly step: number; readonly expected: string } | undefined {
  let step = 0
  for (const [, context, choice, seen, news] of log.matchAll(/(?:x(\d+),)?([cs])|([012])|(n)/g)) {
    if (seen !== undefined) agent.learn(Number(seen) as Seen)
    else if (news !== undefined) agent.foretell()
    else if (agent.decide(Number(context ?? 0)) !== (choice === 'c')) return { step, expected: choice! }
    step++
  }
  return undefined
}

/** One decision in a log. */
export function loggedDecision(context: number, create: boolean): string {
  return `${context === 0 ? '' : `x${context},`}${create ? 'c' : 's'}`
}

/** That one is under way that can end like none before. */
export const loggedNews = 'n'
