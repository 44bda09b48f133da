/** Synthesis by one logic, without the registry, and the words that tests run through the result. */

import { defaultLimits } from '#src/logic/logic.ts'
import type { Logic, SynthesisLimits } from '#src/logic/logic.ts'
import type { MonitorTemplate } from '#src/logic/template.ts'

export interface Options {
  readonly categories?: readonly string[]
  readonly end?: string
  readonly limits?: Partial<SynthesisLimits>
}

export function synthesizeWith(
  logic: Logic,
  formula: string,
  events: readonly string[],
  options: Options = {},
): MonitorTemplate {
  const { categories, end } = options
  return logic.synthesize({ formula, events, categories, end, limits: { ...defaultLimits, ...options.limits } })
}

/** Names of the categories that hold after each event. */
export function holding(template: MonitorTemplate, trace: readonly string[]): string[][] {
  let state = template.initial
  return trace.map((event) => {
    state = template.step(state, template.events.indexOf(event))
    const verdict = template.verdict(state)
    return template.categories.filter((_, c) => (verdict & (1 << c)) !== 0).map(({ name }) => name)
  })
}

/** The categories that hold after the last event of a trace that is not empty. */
export function holdingAfter(template: MonitorTemplate, trace: readonly string[]): string[] {
  return holding(template, trace).at(-1)!
}

/** All words over the letters of at most the given length, shortest first, the empty word included. */
export function words<L>(letters: readonly L[], length: number): L[][] {
  const result: L[][] = [[]]
  for (let from = 0, n = 0; n < length; n += 1) {
    const to = result.length
    for (; from < to; from += 1) for (const letter of letters) result.push([...result[from]!, letter])
  }
  return result
}
