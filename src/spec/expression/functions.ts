/** The functions that an expression can call. Each takes any values, runs no code of the program's, and never throws. */

import { types } from 'node:util'
import { isInstanceOf, readData, sizeOf } from './read-data.ts'

export interface ExpressionFunction {
  /** As the documentation shows it. */
  readonly signature: string
  readonly description: string
  readonly arity: 1 | 2
  readonly call: (a: unknown, b: unknown) => unknown
}

const {
  isAsyncFunction,
  isDate,
  isGeneratorFunction,
  isMap,
  isNativeError,
  isPromise,
  isProxy,
  isRegExp,
  isSet,
  isUint8Array,
} = types
const { isArray } = Array
const { isInteger } = Number

/** Elements of a list that `includes` looks at. */
const maxElements = 10_000

export const expressionFunctions: ReadonlyMap<string, ExpressionFunction> = new Map(
  (
    [
      ['isArray(x)', 'x is an array', (x) => !isProxy(x) && isArray(x)],
      ['isPromise(x)', 'x is a promise of the language', isPromise],
      ['isThenable(x)', 'x has a method `then`', (x) => typeof readData(x, 'then') === 'function'],
      ['isAsyncFunction(x)', 'x was declared `async`', isAsyncFunction],
      ['isGeneratorFunction(x)', 'x was declared `function*`', isGeneratorFunction],
      ['isMap(x)', 'x is a Map', isMap],
      ['isSet(x)', 'x is a Set', isSet],
      ['isDate(x)', 'x is a Date', isDate],
      ['isRegExp(x)', 'x is a regular expression', isRegExp],
      ['isError(x)', 'x is an error', isNativeError],
      ['isBytes(x)', 'x is a Uint8Array or a Buffer', isUint8Array],
      ['isInteger(x)', 'x is a whole number', isInteger],
      ['isNaN(x)', 'x is the number NaN', (x) => typeof x === 'number' && x !== x],
      ['size(x)', 'length of a string, array or typed array, size of a Map or Set; otherwise undefined', sizeOf],
      [
        "instanceOf(x, 'Name')",
        'x was made by a class of that name or by a subclass of it, in whichever realm',
        isInstanceOf,
      ],
      [
        'startsWith(s, t)',
        'string s begins with string t',
        (s, t) => bothText(s, t) && startsWith(s as string, t as string),
      ],
      ['endsWith(s, t)', 'string s ends with string t', (s, t) => bothText(s, t) && endsWith(s as string, t as string)],
      ['includes(s, t)', `string s holds string t, or list s the element t (of its first ${maxElements})`, includes],
    ] satisfies [string, string, (a: unknown, b: unknown) => unknown][]
  ).map(([signature, description, call]) => {
    const name = signature.slice(0, signature.indexOf('('))
    return [name, { signature, description, arity: signature.includes(',') ? 2 : 1, call }]
  }),
)

const { apply } = Reflect
const textMethod = (name: 'startsWith' | 'endsWith' | 'includes'): ((text: string, part: string) => boolean) => {
  const method = Reflect.get(String.prototype, name) as Function
  return (text, part) => apply(method, text, [part]) as boolean
}
const startsWith = textMethod('startsWith')
const endsWith = textMethod('endsWith')
const holds = textMethod('includes')

function bothText(s: unknown, t: unknown): boolean {
  return typeof s === 'string' && typeof t === 'string'
}

function includes(s: unknown, t: unknown): boolean {
  if (bothText(s, t)) return holds(s as string, t as string)
  if (isProxy(s) || !isArray(s)) return false
  const length = s.length < maxElements ? s.length : maxElements
  for (let i = 0; i < length; i++) {
    const element = readData(s, i)
    if (element === t || (element !== element && t !== t)) return true
  }
  return false
}
