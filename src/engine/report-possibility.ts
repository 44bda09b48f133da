/**
 * What a spec's enable and coenable sets say about a monitor: whether an instance that grows at an event can ever report,
 * and whether one whose parameters have died still can. A handler may reset a monitor, which starts the formula anew in
 * the midst of a slice; the sets speak of whole traces, so for a spec with a handler everything stays possible.
 */

import type { CompiledSpec, ParameterSet } from '../spec/compiled-spec.ts'
import { maxParameters } from '../spec/compiled-spec.ts'

export class ReportPossibility {
  /** Per event, bit X is set when the parameter set X is in its enable set. */
  readonly #enable: readonly number[]
  readonly #coenable: readonly (readonly ParameterSet[])[] | undefined

  constructor(spec: CompiledSpec) {
    const everySet = (1 << (1 << maxParameters)) - 1
    this.#enable = spec.enable.map((sets) =>
      spec.handler === undefined ? sets.reduce((bits, set) => bits | (1 << set), 0) : everySet,
    )
    this.#coenable = spec.handler === undefined ? spec.coenable : undefined
  }

  /** Whether an instance that has bound `bound` can take `event` on the way to a report. */
  enables(event: number, bound: ParameterSet): boolean {
    return ((this.#enable[event]! >> bound) & 1) === 1
  }

  /** Whether a monitor whose last event was `last` can report although no event will bind the parameters `dead`. */
  survives(last: number, dead: ParameterSet): boolean {
    if (dead === 0 || this.#coenable === undefined) return true
    return this.#coenable[last]!.some((needed) => (needed & dead) === 0)
  }
}
