/**
 * The subformulas of a formula in a small core language, each once, subformulas before what they are part of: the table
 * that progression works on. All other operators are written in terms of the core ones; where traces end, `~o` differs
 * from `o`, so the closure is made for finite or for infinite traces.
 *
 * Cost: linear in the formula; `xor` and `<=>` mention their operands twice, but equal subformulas are one.
 */

import type { Formula } from './formula.ts'

type Subformula =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'event'; readonly event: number }
  | { readonly kind: 'not' | 'next' | 'previously'; readonly body: number }
  | { readonly kind: 'and' | 'until' | 'since'; readonly left: number; readonly right: number }

export interface Closure {
  readonly subformulas: readonly Subformula[]
  /** The index of the formula itself. */
  readonly root: number
}

export function closure(formula: Formula, traces: 'finite' | 'infinite'): Closure {
  const subformulas: Subformula[] = []
  const indexes = new Map<string, number>()

  const add = (subformula: Subformula): number => {
    const key = Object.values(subformula).join()
    let index = indexes.get(key)
    if (index === undefined) {
      index = subformulas.push(subformula) - 1
      indexes.set(key, index)
    }
    return index
  }
  const constant = (value: boolean) => add({ kind: 'constant', value })
  const not = (body: number): number => {
    const inner = subformulas[body]!
    return inner.kind === 'not' ? inner.body : add({ kind: 'not', body })
  }
  const and = (left: number, right: number) => add({ kind: 'and', left, right })
  const or = (left: number, right: number) => not(and(not(left), not(right)))
  const next = (body: number) => add({ kind: 'next', body })
  const previously = (body: number) => add({ kind: 'previously', body })
  const until = (left: number, right: number) => add({ kind: 'until', left, right })
  const since = (left: number, right: number) => add({ kind: 'since', left, right })

  const translate = (f: Formula): number => {
    switch (f.kind) {
      case 'constant':
        return constant(f.value)
      case 'event':
        return add({ kind: 'event', event: f.event })
      case 'not':
        return not(translate(f.body))
      case 'and':
        return and(translate(f.left), translate(f.right))
      case 'or':
        return or(translate(f.left), translate(f.right))
      case 'implies':
        return or(not(translate(f.left)), translate(f.right))
      case 'xor':
      case 'iff': {
        const left = translate(f.left)
        const right = translate(f.right)
        const equal = or(and(left, right), and(not(left), not(right)))
        return f.kind === 'iff' ? equal : not(equal)
      }
      case 'next':
        return next(translate(f.body))
      case 'weak-next':
        return traces === 'infinite' ? next(translate(f.body)) : not(next(not(translate(f.body))))
      case 'eventually':
        return until(constant(true), translate(f.body))
      case 'always':
        return not(until(constant(true), not(translate(f.body))))
      case 'until':
        return until(translate(f.left), translate(f.right))
      case 'release':
        return not(until(not(translate(f.left)), not(translate(f.right))))
      case 'weak-until': {
        const left = translate(f.left)
        const right = translate(f.right)
        return not(until(not(right), not(or(left, right))))
      }
      case 'previously':
        return previously(translate(f.body))
      case 'weak-previously':
        return not(previously(not(translate(f.body))))
      case 'once':
        return since(constant(true), translate(f.body))
      case 'historically':
        return not(since(constant(true), not(translate(f.body))))
      case 'since':
        return since(translate(f.left), translate(f.right))
      case 'trigger':
        return not(since(not(translate(f.left)), not(translate(f.right))))
    }
  }
  const root = translate(formula)
  return { subformulas, root }
}
