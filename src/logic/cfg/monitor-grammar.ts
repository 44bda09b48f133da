/**
 * Monitors of a grammar, from its numbers alone: the part of a template that runs with events. `cfg.ts` makes one when it
 * synthesizes a formula; monitored processes make one of what that has left (`spec/assemble-spec.ts`), since parsing and
 * exploring a grammar again took each of them 20 ms, as much as all that starting takes besides.
 */

import type { Category, MonitorTemplate, State } from '../template.ts'
import type { Grammar } from './grammar.ts'
import type { Configuration } from './recognizer.ts'
import { Recognizer } from './recognizer.ts'

export const match: Category = { name: 'match', report: 'event' }
export const fail: Category = { name: 'fail', report: 'entry' }

/** What is to be read; survives JSON. */
export interface MonitoredGrammar {
  /** Trimmed; its words are the traces that match. */
  readonly grammar: Grammar
  /** The terminal event, if there is one. */
  readonly end?: number
}

export interface GrammarMonitors extends Pick<MonitorTemplate, 'initial' | 'step' | 'verdict' | 'live'> {
  readonly recognizer: Recognizer
}

/** `categories`: those of interest, in the order of their bits. */
export function monitorGrammar(
  { grammar, end }: MonitoredGrammar,
  categories: readonly Pick<Category, 'name'>[],
): GrammarMonitors {
  const recognizer = new Recognizer(grammar, end)
  const { initial, failed, ended, done } = recognizer
  const bitOf = ({ name }: Category): number => {
    const index = categories.findIndex((category) => category.name === name)
    return index === -1 ? 0 : 1 << index
  }
  const [matchBit, failBit] = [bitOf(match), bitOf(fail)]
  return {
    recognizer,
    initial,
    step: (state: State, event: number) => recognizer.step(state as Configuration, event),
    verdict: (state: State) => ((state as Configuration).accepts ? matchBit : state === failed ? failBit : 0),
    live:
      failBit === 0
        ? (state: State) => (state as Configuration).open
        : (state: State) => state !== failed && state !== ended && state !== done,
  }
}
