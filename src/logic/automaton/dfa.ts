/**
 * A complete deterministic automaton whose states carry verdicts (a Moore machine): what every regular logic builds
 * first. `minimize.ts` shrinks it, `regular-template.ts` makes a monitor template of it.
 */

export interface Dfa {
  readonly states: number
  /** Number of events, the length of a row of `next`. */
  readonly width: number
  readonly start: number
  /** The successor of state s under event e is `next[s * width + e]`. */
  readonly next: Int32Array
  /** Per state, the bit set of categories that hold there; 0 while undecided. The start state's speaks of the empty trace. */
  readonly verdicts: Int32Array
}
