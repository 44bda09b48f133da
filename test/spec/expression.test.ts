import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EventContext, noContext } from '#src/spec/event-context.ts'
import { expressionFunctions } from '#src/spec/expression/functions.ts'
import { maxTextLength } from '#src/spec/expression/evaluate.ts'
import { readExpression, type Scope } from '#src/spec/expression/read-expression.ts'
import { hasKey, readData } from '#src/spec/expression/read-data.ts'
import { parseBinding } from '#src/spec/parse-binding.ts'
import { runs } from '../support/property.ts'
import { renderedErrorOf } from './rendered.ts'

const everything: Scope = { roots: undefined, parameters: new Map(), variables: [] }

function evaluate(text: string, context: Partial<EventContext> = {}, variables: Record<string, unknown> = {}): unknown {
  const scope = { ...everything, variables: Object.keys(variables) }
  return readExpression(text, scope)({ ...noContext, ...context }, variables)
}

class Animal {
  legs = 4
  get loud(): boolean {
    throw new Error('a getter was called')
  }
}
class Dog extends Animal {}

const context: Partial<EventContext> = {
  receiver: new Map([['a', 1]]),
  args: [1, 'two', [3, 4], { deep: { er: 5 }, list: ['x'] }, null, Number.NaN, new Uint8Array(7), 10n],
  result: new Dog(),
  key: 'k',
  error: new TypeError('no'),
  promise: Promise.resolve(),
}

const values: [string, unknown][] = [
  ['arg0 + 1', 2],
  ['arg1', 'two'],
  ['args.length', 8],
  ['args[1]', 'two'],
  ['arg9', undefined],
  ['arg3.deep.er', 5],
  ['arg3["deep"]?.er', 5],
  ['arg3.deep.missing.further', undefined],
  ['arg3.list[0]', 'x'],
  ['arg4.x', undefined],
  ['arg2[0] + arg2[1]', 7],
  ['receiver.size', 1],
  ['arg6.length', 7],
  ['arg1.length', 3],
  ['arg1[0]', 't'],
  ['result.legs', 4],
  ['result.loud', undefined],
  ['typeof result.loud', 'undefined'],
  ['typeof receiver.set', 'function'],
  ['"legs" in result', true],
  ['"loud" in result', true],
  ['"wings" in result', false],
  ['"a" in arg1', false],
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['-arg0 - -1', 0],
  ['7 % 4 / 2', 1.5],
  ['"a" + 1 + true + null', 'a1truenull'],
  ['1 < 2 === true', true],
  ['"a" < "b"', true],
  ['"2" < 10', false],
  ['"2" >= 10', false],
  ['arg7 > 9', true],
  ['arg7 + 1', Number.NaN],
  ['null + 1', Number.NaN],
  ['true * 2', Number.NaN],
  ['arg4 == undefined', true],
  ['arg4 != null', false],
  ['"1" == 1', false],
  ['receiver == receiver', true],
  ['arg4 ?? "other"', 'other'],
  ['0 || "or"', 'or'],
  ['1 && "and"', 'and'],
  ['!arg0', false],
  ['arg0 ? "yes" : "no"', 'yes'],
  ['0 ? 1 : 0 ? 2 : 3', 3],
  ['0x1F + 1e2 + .5 + 2.', 133.5],
  [String.raw`'\x41\u0042\n\'' + "\""`, 'AB\n\'"'],
  ['[1, -2, "x", null][1]', -2],
  ['isArray(arg2)', true],
  ['isPromise(promise)', true],
  ['isThenable(promise)', true],
  ['isThenable(result)', false],
  ['isMap(receiver) && !isSet(receiver)', true],
  ['isError(error)', true],
  ['isBytes(arg6)', true],
  ['isInteger(arg0)', true],
  ['isNaN(arg5)', true],
  ['isDate(arg0) || isRegExp(arg0)', false],
  ['isAsyncFunction(receiver.set) || isGeneratorFunction(receiver.set)', false],
  ['size(receiver) + size(arg2) + size(arg6) + size(arg1)', 13],
  ['size(result)', undefined],
  ["instanceOf(result, 'Dog') && instanceOf(result, 'Animal')", true],
  ["instanceOf(error, 'Error')", true],
  ["instanceOf(error, 'RangeError')", false],
  ["startsWith(arg1, 'tw') && endsWith(arg1, 'o')", true],
  ['startsWith(arg0, arg1)', false],
  ["includes(arg1, 'w')", true],
  ['includes(arg2, 4)', true],
  ['includes([1, 2], arg0)', true],
  ['includes(args, arg5)', true],
]

describe('an expression has the value that docs/expressions.md gives it', () => {
  test.each(values)('%s', (text, value) => {
    expect(evaluate(text, context)).toEqual(value)
  })

  test('a variable hides a parameter, which hides a part of the operation', () => {
    const scope: Scope = { roots: undefined, parameters: new Map([['key', parseBinding('arg0')!]]), variables: [] }
    const operation = { ...noContext, args: ['argument'], key: 'part' }
    expect(readExpression('key', everything)(operation, {})).toBe('part')
    expect(readExpression('key', scope)(operation, {})).toBe('argument')
    expect(readExpression('key', { ...scope, variables: ['key'] })(operation, { key: 'variable' })).toBe('variable')
  })

  test('a text that grows too long becomes undefined', () => {
    const long = 'x'.repeat(maxTextLength)
    expect(evaluate('v + ""', {}, { v: long })).toBe(long)
    expect(evaluate('v + "y"', {}, { v: long })).toBe(undefined)
    expect(evaluate('v + v', {}, { v: `${long}${long}` })).toBe(undefined)
  })
})

const mistakes: [string, string][] = [
  [
    'arg0.constructor',
    `error: \`constructor\` cannot be read: it leads from data to code [bad-expression]
expression:1:6
  1 | arg0.constructor
    |      ^^^^^^^^^^^
help: Ask for an object's class with \`instanceOf(x, 'Name')\`.`,
  ],
  [
    'arg0["__proto__"]',
    `error: \`__proto__\` cannot be read: it leads from data to code [bad-expression]
expression:1:6
  1 | arg0["__proto__"]
    |      ^^^^^^^^^^^
help: Ask for an object's class with \`instanceOf(x, 'Name')\`.`,
  ],
  [
    'arg0.close()',
    `error: an expression cannot call methods [bad-expression]
expression:1:1
  1 | arg0.close()
    | ^^^^^^^^^^^
help: Use one of the functions in docs/expressions.md, or write the condition as a function in a TypeScript spec.`,
  ],
  [
    'isArry(arg0)',
    `error: there is no function "isArry" [bad-expression]
expression:1:1
  1 | isArry(arg0)
    | ^^^^^^
help: Did you mean "isArray"? An expression can call ${[...expressionFunctions.keys()].join(', ')}.`,
  ],
  [
    'size(arg0, 1)',
    `error: "size" takes one argument but is given 2 [bad-expression]
expression:1:1
  1 | size(arg0, 1)
    | ^^^^^^^^^^^^^
help: Write \`size(x)\`.`,
  ],
  [
    'arg0 in [1, 2]',
    `error: \`in\` asks for a key of an object, not for an element of a list [bad-expression]
expression:1:6
  1 | arg0 in [1, 2]
    |      ^^^^^^^^^
help: Write \`includes([…], x)\`.`,
  ],
  [
    'arg0 ?? 1 || 2',
    `error: \`??\` and \`||\` stand side by side [bad-expression]
expression:1:11
  1 | arg0 ?? 1 || 2
    |           ^^
help: Put parentheses around one of the two, as JavaScript demands.`,
  ],
  [
    'arg0 = 1',
    `error: \`=\` has no meaning in an expression [bad-expression]
expression:1:6
  1 | arg0 = 1
    |      ^
help: docs/expressions.md lists the operators.`,
  ],
  [
    'arg0 > ',
    `error: expected a value but found the end [bad-expression]
expression:1:8
  1 | arg0 > 
    |        ^
help: docs/expressions.md shows what can stand in an expression.`,
  ],
  [
    '(arg0',
    `error: expected \`)\` but found the end [bad-expression]
expression:1:6
  1 | (arg0
    |      ^
help: docs/expressions.md shows what can stand in an expression.`,
  ],
  [
    'arg0 arg1',
    `error: expected an operator or the end but found \`arg1\` [bad-expression]
expression:1:6
  1 | arg0 arg1
    |      ^^^^
help: docs/expressions.md shows what can stand in an expression.`,
  ],
  [
    '"open',
    `error: the string does not end [bad-expression]
expression:1:1
  1 | "open
    | ^^^^^
help: Close it with ".`,
  ],
  [
    String.raw`"\q"`,
    `error: \`\\q\` is no escape [bad-expression]
expression:1:2
  1 | "\\q"
    |  ^^
help: Known are \\n \\t \\r \\\\ \\' \\" \\xHH and \\uHHHH.`,
  ],
  [
    '12px',
    `error: \`12p\` is no number [bad-expression]
expression:1:1
  1 | 12px
    | ^^^
help: Numbers are decimal or hexadecimal, as in \`12\`, \`1.5\`, \`1e3\`, \`0xff\`.`,
  ],
  [
    'reciever.size',
    `error: "reciever" is not known here [bad-expression]
expression:1:1
  1 | reciever.size
    | ^^^^^^^^
help: Did you mean "receiver"? Known here: receiver, args, arg0…arg9, result, error, settled, key, value, iterable, iterator, promise, activation, test.`,
  ],
]

describe('a mistake in an expression is shown at its place', () => {
  test.each(mistakes)('%s', (text, error) => {
    expect(renderedErrorOf(() => evaluate(text))).toBe(error)
  })

  test('a part that the operation does not have', () => {
    const scope: Scope = { ...everything, roots: new Set(['receiver', 'arg', 'test']) }
    expect(renderedErrorOf(() => readExpression('result > 1', scope)))
      .toBe(`error: "result" is no part of this operation [bad-expression]
expression:1:1
  1 | result > 1
    | ^^^^^^
help: Known here: receiver, args, arg0…arg9, test.`)
  })

  test('too long, and nested too deep', () => {
    expect(renderedErrorOf(() => evaluate(`1${' '.repeat(2000)}`)).split('\n')[0]).toBe(
      'error: the expression has 2001 characters, more than 2000 [bad-expression]',
    )
    for (const [open, close] of [
      ['(', ')'],
      ['!', ''],
      ['- ', ''],
      ['1?', ':2'],
      ['isMap(', ')'],
      ['arg0[', ']'],
    ] as const) {
      const deep = `${open.repeat(60)}1${close.repeat(60)}`
      expect(renderedErrorOf(() => evaluate(deep)).split('\n')[0]).toBe(
        'error: the expression is nested more than 50 deep [bad-expression]',
      )
    }
  })
})

/** Expressions of one type each, without parentheses, so that JavaScript and the safe language must agree on them. */
const typed = fc.letrec<{ number: string; text: string; truth: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('0', '1', '2.5', 'arg0', 'arg1', 'args.length', 'arg2.length', 'receiver.n', 'value[1]'),
    fc.tuple(tie('number'), fc.constantFrom('+', '-', '*', '/', '%'), tie('number')).map((parts) => parts.join(' ')),
    tie('number').map((inner) => `- ${inner}`),
    fc.tuple(tie('truth'), tie('number'), tie('number')).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
  ),
  text: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("'a'", '"b"', "''", 'arg2', 'key', 'receiver.s', 'typeof arg0', 'typeof receiver.none'),
    fc.tuple(tie('text'), tie('text')).map((parts) => parts.join(' + ')),
    fc.tuple(tie('text'), fc.constantFrom('1', 'true', 'null', 'undefined', 'arg0')).map((parts) => parts.join(' + ')),
  ),
  truth: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('true', 'false', '"n" in receiver', 'receiver.none == null', 'arg3 === receiver'),
    fc
      .tuple(tie('number'), fc.constantFrom('<', '<=', '>', '>=', '===', '!==', '==', '!='), tie('number'))
      .map((parts) => parts.join(' ')),
    fc
      .tuple(tie('text'), fc.constantFrom('<', '<=', '>', '>=', '===', '!==', '==', '!='), tie('text'))
      .map((parts) => parts.join(' ')),
    fc.tuple(tie('truth'), fc.constantFrom('&&', '||'), tie('truth')).map((parts) => parts.join(' ')),
    tie('truth').map((inner) => `!(${inner})`),
    fc
      .tuple(fc.constantFrom('receiver.none', 'receiver.n'), tie('number'))
      .map(([left, right]) => `(${left} ?? ${right}) > 1`),
  ),
}))

test('on well-typed expressions the value is that of JavaScript', () => {
  const receiver = { n: 3, s: 'str' }
  const operation: EventContext = { ...noContext, receiver, args: [4, -1, 'xy', receiver], key: 'b', value: [7, 8] }
  const names = ['arg0', 'arg1', 'arg2', 'arg3', 'args', 'receiver', 'key', 'value']
  const bound = [...operation.args, operation.args, receiver, operation.key, operation.value]
  let examined = 0
  fc.assert(
    fc.property(fc.oneof(typed.number, typed.text, typed.truth), (text) => {
      fc.pre(text.length < 1500)
      // oxlint-disable-next-line typescript/no-implied-eval
      const expected: unknown = new Function(...names, `return ${text}`)(...bound)
      expect(readExpression(text, everything)(operation, {})).toEqual(expected)
      examined += 1
    }),
    runs(3000),
  )
  expect(examined).toBeGreaterThan(1000)
})

/** Objects that notice when any code of theirs runs. */
function trappedValues(noticed: (what: string) => never): unknown[] {
  const alarm = (what: string) => (): never => noticed(what)
  const handler = Object.fromEntries(
    Object.getOwnPropertyNames(Reflect).map((trap) => [trap, alarm(`trap ${trap}`)]),
  ) as ProxyHandler<object>
  const touchy = {
    valueOf: alarm('valueOf'),
    toString: alarm('toString'),
    [Symbol.toPrimitive]: alarm('toPrimitive'),
    [Symbol.hasInstance]: alarm('hasInstance'),
    get name() {
      return noticed('getter name')
    },
    get length() {
      return noticed('getter length')
    },
    // oxlint-disable-next-line unicorn/no-thenable
    get then() {
      return noticed('getter then')
    },
    data: { x: 1 },
  }
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  const proxy = new Proxy({}, handler)
  class Sub extends Map<number, number> {
    override get size() {
      return noticed('getter size')
    }
  }
  return [
    touchy,
    proxy,
    new Proxy(() => 1, handler),
    new Proxy<unknown[]>([], handler),
    revoked.proxy,
    Object.create(proxy),
    Object.create(touchy),
    new Sub([[1, 2]]),
    Object.defineProperty([1], 1, { get: alarm('getter of an element'), enumerable: true }),
    Object.defineProperty(() => 1, 'name', { get: alarm('getter name of a function') }),
    Object.assign(alarm('function called'), { data: 1 }),
    Function,
    Object.prototype,
    Symbol('s'),
    10n ** 30n,
    Number.NaN,
    null,
    undefined,
    'text',
    -0,
    [1, 'a', touchy],
    Promise.resolve(),
    globalThis,
    new Error('e'),
    Object.assign(class extends Sub {}, { x: touchy }),
  ]
}

const anyExpression = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'any', withCrossShrink: true },
    fc.constantFrom(
      'receiver',
      'args',
      'arg0',
      'arg1',
      'arg2',
      'result',
      'error',
      'key',
      'value',
      'v',
      '1',
      '"length"',
      '""',
      'null',
      '["constructor", 1]',
    ),
    fc
      .tuple(tie('any'), fc.constantFrom('length', 'name', 'data', 'then', 'size', 'x', 'valueOf', 'toString', 'call'))
      .map(([object, key]) => `(${object}).${key}`),
    fc.tuple(tie('any'), tie('any')).map(([object, key]) => `(${object})[${key}]`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `(${a})[("construc" + "tor")] === (${b})["__pro" + "to__"]`),
    fc
      .tuple(
        tie('any'),
        fc.constantFrom('===', '==', '!=', '<', '>=', '+', '-', '*', '/', '%', '&&', '||', '??', 'in'),
        tie('any'),
      )
      .map(([a, operator, b]) => `(${a}) ${operator} (${b.startsWith('[') ? 'arg0' : b})`),
    fc.tuple(fc.constantFrom('!', '-', '+', 'typeof '), tie('any')).map(([operator, a]) => `${operator}(${a})`),
    fc.tuple(tie('any'), tie('any'), tie('any')).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
    fc
      .tuple(fc.constantFrom(...expressionFunctions), tie('any'), tie('any'))
      .map(([[name, { arity }], a, b]) => (arity === 1 ? `${name}(${a})` : `${name}(${a}, ${b})`)),
  ),
}))

test('no expression throws, runs code of the program, or reaches the Function constructor', () => {
  let noticed: string | undefined
  const pool = trappedValues((what) => {
    noticed = what
    throw new Error(what)
  })
  // By index: the library that picks would look into the values.
  const one = fc.nat(pool.length - 1)
  const makers = [
    Function,
    Object.getPrototypeOf(async () => {}).constructor,
    Object.getPrototypeOf(function* () {}).constructor,
  ]
  let examined = 0
  fc.assert(
    fc.property(anyExpression.any, fc.array(one, { minLength: 8, maxLength: 8 }), (text, indexes) => {
      fc.pre(text.length < 2000)
      const scope = { ...everything, variables: ['v'] }
      let run
      try {
        run = readExpression(text, scope)
      } catch {
        return
      }
      const picked = indexes.map((i) => pool[i])
      const [receiver, result, error, key, value, v, ...args] = picked
      // What the operation itself has may be read; what lies behind it must be data.
      const given = new Set<unknown>([...picked, args])
      noticed = undefined
      const found = run({ ...noContext, receiver, result, error, key, value, args }, { v })
      expect(noticed).toBe(undefined)
      expect(makers.includes(found) && !given.has(found)).toBe(false)
      examined += 1
    }),
    runs(6000),
  )
  expect(examined).toBeGreaterThan(3000)
})

test('an export of a module that is still being evaluated is undefined, and exists', async () => {
  const seen: unknown[] = []
  const look = (namespace: object): void => {
    expect(() => Object.getOwnPropertyDescriptor(namespace, 'late')).toThrow(ReferenceError)
    seen.push(readData(namespace, 'late'), hasKey(namespace, 'late'))
  }
  Object.assign(globalThis, { lookAtNamespace: look })
  const { importNatively } = createRequire(import.meta.url)('./fixtures/import-natively.cjs') as {
    importNatively: (name: string) => Promise<unknown>
  }
  await importNatively('./unfinished-module.mjs')
  expect(seen).toEqual([undefined, true])
})

test('docs/expressions.md lists every function with its meaning', () => {
  const page = readFileSync(new URL('../../docs/expressions.md', import.meta.url), 'utf8')
  for (const { signature, description } of expressionFunctions.values()) {
    expect(page).toContain(`| \`${signature}\` | ${description} |`)
  }
  expect(expressionFunctions.size).toBeGreaterThan(15)
})

test('the examples of docs/expressions.md are expressions', () => {
  const page = readFileSync(new URL('../../docs/expressions.md', import.meta.url), 'utf8')
  const section = page.slice(page.indexOf('## Examples'), page.indexOf('## Limits'))
  const examples = [...section.matchAll(/^\| `([^`]+)`/gm)].map((row) => row[1]!)
  expect(examples.length).toBeGreaterThan(5)
  for (const example of examples) expect(renderedErrorOf(() => evaluate(example))).toBe('no error')
})
