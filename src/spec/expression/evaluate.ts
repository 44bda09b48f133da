/**
 * Last step of the safe expression language: tree → closure. No code is generated, none of the program's code is run, and
 * evaluation never throws:
 *
 * - properties are read as data only (`read-data.ts`); a missing one gives undefined;
 * - `< <= > >=` compare two numbers (or bigints) or two strings, anything else gives false;
 * - `- * / %` take numbers, anything else gives NaN; `+` adds numbers or joins a string with a primitive value;
 * - `==` is `===`, save that null equals undefined. So no operator calls `valueOf`, `toString` or a trap.
 *
 * Names are looked up once, when the closure is made.
 */

import type { EventContext } from '../event-context.ts'
import { expressionFunctions } from './functions.ts'
import type { BinaryOperator, Expression, UnaryOperator } from './parse.ts'
import { hasKey, readData } from './read-data.ts'

export type Evaluate = (context: EventContext, variables: Readonly<Record<string, unknown>>) => unknown

/** A longer string is not made: an action that doubles a variable must not fill the memory. */
export const maxTextLength = 65_536

/** `resolve` gives what a name means; every name and function was checked before. */
export function compileExpression(expression: Expression, resolve: (name: string) => Evaluate): Evaluate {
  const compile = (part: Expression): Evaluate => compileExpression(part, resolve)
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression
      return () => value
    }
    case 'name':
      return resolve(expression.name)
    case 'member': {
      const object = compile(expression.object)
      const key = compile(expression.key)
      return (context, variables) => readData(object(context, variables), key(context, variables))
    }
    case 'unary': {
      const operand = compile(expression.operand)
      const operate = unaryOperators[expression.operator]
      return (context, variables) => operate(operand(context, variables))
    }
    case 'conditional': {
      const test = compile(expression.test)
      const yes = compile(expression.yes)
      const no = compile(expression.no)
      return (context, variables) => (test(context, variables) ? yes : no)(context, variables)
    }
    case 'call': {
      const { call } = expressionFunctions.get(expression.name)!
      const [first, second] = expression.args.map(compile)
      if (second === undefined) return (context, variables) => call(first!(context, variables), undefined)
      return (context, variables) => call(first!(context, variables), second(context, variables))
    }
    case 'binary':
      break
  }
  const { operator } = expression
  const left = compile(expression.left)
  const right = compile(expression.right)
  if (operator === '&&') return (context, variables) => left(context, variables) && right(context, variables)
  if (operator === '||') return (context, variables) => left(context, variables) || right(context, variables)
  if (operator === '??') return (context, variables) => left(context, variables) ?? right(context, variables)
  const operate = operators[operator]
  return (context, variables) => operate(left(context, variables), right(context, variables))
}

const unaryOperators: Readonly<Record<UnaryOperator, (a: unknown) => unknown>> = {
  '!': (a) => !a,
  '-': (a) => -toNumber(a),
  '+': toNumber,
  typeof: (a) => typeof a,
}

const operators: Readonly<Record<Exclude<BinaryOperator, '&&' | '||' | '??'>, (a: unknown, b: unknown) => unknown>> = {
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
  '==': looselyEqual,
  '!=': (a, b) => !looselyEqual(a, b),
  '<': (a, b) => comparable(a, b) && (a as number) < (b as number),
  '<=': (a, b) => comparable(a, b) && (a as number) <= (b as number),
  '>': (a, b) => comparable(a, b) && (a as number) > (b as number),
  '>=': (a, b) => comparable(a, b) && (a as number) >= (b as number),
  in: (a, b) => hasKey(b, a),
  '+': add,
  '-': (a, b) => toNumber(a) - toNumber(b),
  '*': (a, b) => toNumber(a) * toNumber(b),
  '/': (a, b) => toNumber(a) / toNumber(b),
  '%': (a, b) => toNumber(a) % toNumber(b),
}

const notANumber = Number.NaN

function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : notANumber
}

function looselyEqual(a: unknown, b: unknown): boolean {
  return a === b || ((a === null || a === undefined) && (b === null || b === undefined))
}

function comparable(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' || typeof b === 'string') return typeof a === typeof b
  return (typeof a === 'number' || typeof a === 'bigint') && (typeof b === 'number' || typeof b === 'bigint')
}

function add(a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number') return a + b
  if ((typeof a !== 'string' && typeof b !== 'string') || !isText(a) || !isText(b)) return notANumber
  if (typeof a === 'string' && a.length > maxTextLength) return undefined
  if (typeof b === 'string' && b.length > maxTextLength) return undefined
  const text = `${a}${b}`
  return text.length > maxTextLength ? undefined : text
}

/** Values that become text without running code. A bigint is left out: its digits can be many. */
function isText(value: unknown): value is string | number | boolean | null | undefined {
  return (
    value === null ||
    (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol' && typeof value !== 'bigint')
  )
}
