/** Values of the program in messages: what they are, in a few words, and none of their code runs. */

import { expect, test } from 'vitest'
import { showValue } from '#src/runtime/message.ts'

class Refused extends Error {}

test.each([
  ['text', '"text"'],
  ['x'.repeat(70), `"${'x'.repeat(60)}…"`],
  [42, '42'],
  [null, 'null'],
  [new Map(), 'a Map'],
  [Object.create(null), 'an object'],
  [Math.max, 'function max'],
  [() => {}, 'an anonymous function'],
  [new Error('no "id"'), String.raw`an Error "no \"id\""`],
  [new Refused('no'), 'a Refused "no"'],
  [new TypeError(), 'a TypeError'],
  [new TypeError('y'.repeat(70)), `a TypeError "${'y'.repeat(60)}…"`],
])('%o', (value, shown) => {
  expect(showValue(value)).toBe(shown)
})

test('no accessor is asked, and no Proxy', () => {
  const fail = (): never => {
    throw new Error('asked')
  }
  const error = Object.defineProperty(new Error('text'), 'message', { get: fail })
  expect(showValue(error)).toBe('an Error')
  const proxy = new Proxy(new Error('text'), { get: fail, getOwnPropertyDescriptor: fail, getPrototypeOf: fail })
  expect(showValue(proxy)).toBe('an object')
})
