/**
 * The syntax tree of temporal formulas, shared by `ltl` (all operators) and `ptltl` (those that look at the present and
 * the past). `parse-formula.ts` makes it, `closure.ts` consumes it.
 *
 * A formula is judged at a position of a trace; exactly one event happens at each position. The tables show the trace in
 * the first row and where the formula holds below it (`1` holds, `.` does not). A trace that ends with `|` is finite,
 * one that ends with `…` repeats its last event for ever.
 */

export type Formula = Constant | Event | Unary | Binary

interface Constant {
  readonly kind: 'constant'
  readonly value: boolean
}

/** Holds where the event happens. */
interface Event {
  readonly kind: 'event'
  /** Index into the alphabet. */
  readonly event: number
}

interface Unary {
  readonly kind: UnaryOperator
  readonly body: Formula
}

interface Binary {
  readonly kind: BinaryOperator
  readonly left: Formula
  readonly right: Formula
}

export type UnaryOperator =
  | 'not'
  /**
   * `o a`: there is a next position, and a holds there.
   *
   *     trace   a b a |
   *     o a     . 1 .
   */
  | 'next'
  /**
   * `~o a`: a holds at the next position, if there is one. Differs from `o` at the end of a finite trace only.
   *
   *     trace   a b a |
   *     ~o a    . 1 1
   */
  | 'weak-next'
  /**
   * `[] a`: a holds at this position and all later ones.
   *
   *     trace   a b a a |
   *     [] a    . . 1 1
   */
  | 'always'
  /**
   * `<> a`: a holds at this position or a later one.
   *
   *     trace   b a b a c |
   *     <> a    1 1 1 1 .
   */
  | 'eventually'
  /**
   * `(*) a`: there is a position before this one, and a holds there.
   *
   *     trace   a b a a …
   *     (*) a   . 1 . 1 1
   */
  | 'previously'
  /**
   * `~(*) a`: a holds at the position before this one, if there is one. Differs from `(*)` at the first position only.
   *
   *     trace   a b a a …
   *     ~(*) a  1 1 . 1 1
   */
  | 'weak-previously'
  /**
   * `[*] a`: a holds at this position and all earlier ones.
   *
   *     trace   a a b a …
   *     [*] a   1 1 . . .
   */
  | 'historically'
  /**
   * `<*> a`: a holds at this position or an earlier one.
   *
   *     trace   b a b c …
   *     <*> a   . 1 1 1 1
   */
  | 'once'

export type BinaryOperator =
  | 'and'
  | 'or'
  | 'xor'
  | 'implies'
  | 'iff'
  /**
   * `a U b`: b holds at this position or a later one, and a at all positions from this one until before that.
   *
   *     trace   a a b c a |
   *     a U b   1 1 1 . .
   */
  | 'until'
  /**
   * `a R b`: b holds from this position on up to and including the first position where a holds; for ever when there is
   * none. The dual of `U`: `not (not a U not b)`. With single events, a and b meet only in composed formulas.
   *
   *     trace          b b a c b |
   *     a R (a or b)   1 1 1 . 1
   */
  | 'release'
  /**
   * `a W b`: `a U b`, or a holds for ever.
   *
   *     trace   a a b c a |
   *     a W b   1 1 1 . 1
   */
  | 'weak-until'
  /**
   * `a S b`: b holds at this position or an earlier one, and a at all positions after that up to this one.
   *
   *     trace   a b a a c a …
   *     a S b   . 1 1 1 . .
   */
  | 'since'
  /**
   * `a ~S b`: b holds at this position and all earlier ones back to and including the last position where a holds; back
   * to the first when there is none. The dual of `S`: `not (not a S not b)`.
   *
   *     trace           b b c a b …
   *     a ~S (a or b)   1 1 . 1 1
   */
  | 'trigger'
