/**
 * Who decides at one creation place of one spec whether a monitor is created. `selection.ts` asks it at each creation,
 * and tells it what became of the monitors that it let be.
 */

/** How many traces had ended the same way before one did: none, one, or more. */
export type Seen = 0 | 1 | 2

export interface Agent {
  /**
   * Whether the monitor at hand is created. `context` is a number for what can be known of it beforehand
   * (`collection-size.ts`), 0 where that is nothing.
   */
  decide(context: number): boolean
  /**
   * Whether the last monitor that it let be was created for its context alone. How that one's trace ends says nothing about
   * others, and the agent is not told of it.
   */
  readonly foreseen: boolean
  /** A trace of a monitor that it created has ended. */
  learn(seen: Seen): void
  /** A trace of a monitor that it created is under way, and can no longer end like any before. */
  foretell(): void
  /** What it does nearly always, as far as it knows; undefined while it learns. */
  readonly converged: 'create' | 'skip' | undefined
  /** Whether that cannot change any more, so that it need not be told anything. */
  readonly final: boolean
  /**
   * How many monitors it would decline from here on until it is told something, but for contexts that it does not know. It
   * need not be asked for these: it may be told of them afterwards (`decline`).
   */
  readonly patience: number
  /** Whether it surely creates no monitor for the context alone. */
  knows(context: number): boolean
  /** So many monitors were not created without asking it. */
  decline(monitors: number): void
}
