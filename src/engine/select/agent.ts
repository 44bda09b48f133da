/**
 * Who decides at one creation place of one spec whether a monitor is created. `selection.ts` asks it at each creation,
 * and tells it what became of the monitors that it let be.
 */

/** How many traces had ended the same way before one did: none, one, or more. */
export type Seen = 0 | 1 | 2

export interface Agent {
  /**
   * Whether the monitor at hand is created. `test` is a number for the test that runs, 0 outside of tests; `context` one for
   * what can be known of the binding beforehand (`binding-size.ts`), 0 where that is nothing.
   */
  decide(test: number, context: number): boolean
  /** A trace of a monitor that it created has ended. */
  learn(seen: Seen): void
  /** What it does from here on whatever happens, so that it need not be told any more; undefined while it learns. */
  readonly converged: 'create' | 'skip' | undefined
}
