/**
 * Temporal formulas by definition: truth at every position of a finite or ultimately periodic trace, with quantifiers as
 * loops over positions. The oracle for `ltl` and `ptltl`; it shares nothing with them but the syntax tree. Also random
 * formulas and their text.
 */

import fc from 'fast-check'
import type { BinaryOperator, Formula, UnaryOperator } from '#src/logic/ltl/formula.ts'

export interface Trace {
  readonly letters: readonly number[]
  /** The position that follows the last one; undefined when the trace ends there. */
  readonly loop: number | undefined
}

/** The truth of a formula at each position of a trace. */
export function truth(formula: Formula, { letters, loop }: Trace): boolean[] {
  const positions = letters.map((_, i) => i)
  /** From i on in order; a loop is passed through once more, which meets every position that ever follows. */
  const onward = (i: number) => [...positions.slice(i), ...(loop === undefined ? [] : positions.slice(loop))]
  const back = (i: number) => positions.slice(0, i + 1).reverse()
  const follower = (i: number) => (i + 1 < letters.length ? i + 1 : loop)

  const evaluate = (f: Formula): boolean[] => {
    if (f.kind === 'constant') return positions.map(() => f.value)
    if (f.kind === 'event') return letters.map((letter) => letter === f.event)
    if ('body' in f) {
      const body = evaluate(f.body)
      const at = (i: number | undefined) => i !== undefined && body[i]!
      const unary: Record<UnaryOperator, (i: number) => boolean> = {
        not: (i) => !body[i]!,
        next: (i) => at(follower(i)),
        'weak-next': (i) => follower(i) === undefined || at(follower(i)),
        always: (i) => onward(i).every(at),
        eventually: (i) => onward(i).some(at),
        previously: (i) => i > 0 && body[i - 1]!,
        'weak-previously': (i) => i === 0 || body[i - 1]!,
        historically: (i) => back(i).every(at),
        once: (i) => back(i).some(at),
      }
      return positions.map(unary[f.kind])
    }
    const left = evaluate(f.left)
    const right = evaluate(f.right)
    /** Some position has the right operand, and all on the way to it the left one. */
    const strong = (way: number[]) => way.some((k, n) => right[k]! && way.slice(0, n).every((j) => left[j]!))
    /** Every position has the right operand, unless one on the way to it has the left one. */
    const dual = (way: number[]) => way.every((k, n) => right[k]! || way.slice(0, n).some((j) => left[j]!))
    const binary: Record<BinaryOperator, (i: number) => boolean> = {
      and: (i) => left[i]! && right[i]!,
      or: (i) => left[i]! || right[i]!,
      xor: (i) => left[i] !== right[i],
      implies: (i) => !left[i]! || right[i]!,
      iff: (i) => left[i] === right[i],
      until: (i) => strong(onward(i)),
      release: (i) => dual(onward(i)),
      'weak-until': (i) => strong(onward(i)) || onward(i).every((k) => left[k]!),
      since: (i) => strong(back(i)),
      trigger: (i) => dual(back(i)),
    }
    return positions.map(binary[f.kind])
  }
  return evaluate(formula)
}

/**
 * Truth at the first position of `stem loop loop loop …`.
 *
 * Where past operators nest h deep, positions from |stem| + h·|loop| on have the truth of the position one period later,
 * so the loop is unrolled h times before it closes. By induction: let the operands of a past operator be periodic from
 * position n on, and i ≥ n + |loop|. `(*)` looks one step back, to a periodic position. For S, look at the last |loop|
 * positions up to i: if one of them has the right operand or lacks the left one, then the latest such decides, and it is
 * the same one period later. If none does, then none does one period later either, and S there is what it is at i.
 * Future operators and connectives of periodic operands are periodic from the same position on.
 */
export function holdsOnLasso(formula: Formula, stem: readonly number[], loop: readonly number[]): boolean {
  const unrolled = [...stem]
  for (let h = pastHeight(formula); h > 0; h -= 1) unrolled.push(...loop)
  return truth(formula, { letters: [...unrolled, ...loop], loop: unrolled.length })[0]!
}

const pastOperators = new Set(['previously', 'weak-previously', 'historically', 'once', 'since', 'trigger'])

/** How deep past operators nest. */
function pastHeight(f: Formula): number {
  const inner = 'body' in f ? pastHeight(f.body) : 'left' in f ? Math.max(pastHeight(f.left), pastHeight(f.right)) : 0
  return pastOperators.has(f.kind) ? inner + 1 : inner
}

/** All words over letters 0 … width-1 from one length to another, shortest first. */
export function* words(width: number, from: number, to: number): Generator<number[]> {
  for (let length = from; length <= to; length += 1) {
    for (let n = 0; n < width ** length; n += 1) {
      yield Array.from({ length }, (_, i) => Math.floor(n / width ** i) % width)
    }
  }
}

const spelling: Record<UnaryOperator | BinaryOperator, string> = {
  not: 'not',
  next: 'o',
  'weak-next': '~o',
  always: '[]',
  eventually: '<>',
  previously: '(*)',
  'weak-previously': '~(*)',
  historically: '[*]',
  once: '<*>',
  and: 'and',
  or: 'or',
  xor: 'xor',
  implies: '=>',
  iff: '<=>',
  until: 'U',
  release: 'R',
  'weak-until': 'W',
  since: 'S',
  trigger: '~S',
}

/** The text of a formula, with all parentheses. */
export function print(f: Formula, events: readonly string[]): string {
  if (f.kind === 'constant') return String(f.value)
  if (f.kind === 'event') return events[f.event]!
  if ('body' in f) return `${spelling[f.kind]} ${print(f.body, events)}`
  return `(${print(f.left, events)} ${spelling[f.kind]} ${print(f.right, events)})`
}

const connectives: readonly (UnaryOperator | BinaryOperator)[] = ['not', 'and', 'or', 'xor', 'implies', 'iff']
const future: readonly (UnaryOperator | BinaryOperator)[] = [
  'next',
  'weak-next',
  'always',
  'eventually',
  'until',
  'release',
  'weak-until',
]
const past: readonly (UnaryOperator | BinaryOperator)[] = [
  'previously',
  'weak-previously',
  'historically',
  'once',
  'since',
  'trigger',
]
const binaryOperators = new Set<string>([
  'and',
  'or',
  'xor',
  'implies',
  'iff',
  'until',
  'release',
  'weak-until',
  'since',
  'trigger',
])

/** Random formulas over events 0 … width-1 with at most this many operators. */
export function formulas(width: number, size: number, tense: 'past' | 'any'): fc.Arbitrary<Formula> {
  const operators = fc.constantFrom(...connectives, ...past, ...(tense === 'past' ? [] : future))
  const leaf: fc.Arbitrary<Formula> = fc.oneof(
    { weight: 9, arbitrary: fc.nat({ max: width - 1 }).map((event): Formula => ({ kind: 'event', event })) },
    { weight: 1, arbitrary: fc.boolean().map((value): Formula => ({ kind: 'constant', value })) },
  )
  const sized = (budget: number): fc.Arbitrary<Formula> =>
    budget === 0
      ? leaf
      : fc
          .tuple(operators, fc.nat({ max: budget - 1 }))
          .chain(([kind, share]): fc.Arbitrary<Formula> =>
            binaryOperators.has(kind)
              ? fc
                  .tuple(sized(share), sized(budget - 1 - share))
                  .map(([left, right]) => ({ kind: kind as BinaryOperator, left, right }))
              : sized(budget - 1).map((body) => ({ kind: kind as UnaryOperator, body })),
          )
  return fc.nat({ max: size }).chain(sized)
}
