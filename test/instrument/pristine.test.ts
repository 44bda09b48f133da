/** Builtins that the program replaced are put aside while our own work runs, and looked for once for all work within it. */

import { Script } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { keepBuiltins, pristinely } from '#src/instrument/patch/pristine.ts'
import { compileWith } from '#src/instrument/plan/generate.ts'

const { prototype } = Array
const { at } = prototype
const whole = Object.getOwnPropertyDescriptor(prototype, 'at')!

afterEach(() => {
  Object.defineProperty(prototype, 'at', whole)
})

keepBuiltins()

const replacement = function (this: unknown[], index: number): unknown {
  return Reflect.apply(at, this, [index])
}

test('work sees the builtins that were kept, also when it fails, and the program its own', () => {
  prototype.at = replacement as typeof at
  expect(pristinely(() => prototype.at)).toBe(at)
  expect(() =>
    pristinely(() => {
      throw new Error('ours')
    }),
  ).toThrow('ours')
  expect(prototype.at).toBe(replacement)
  expect(pristinely(() => pristinely(() => prototype.at))).toBe(at)
  expect(prototype.at).toBe(replacement)
})

test('work within work is not asked for again, and work after it is', () => {
  let asked = 0
  Object.defineProperty(prototype, 'at', {
    configurable: true,
    get: () => {
      asked += 1
      return at
    },
  })
  pristinely(() => pristinely(() => pristinely(() => {})))
  expect(asked).toBe(1)
  expect(() =>
    pristinely(() => {
      throw new Error('ours')
    }),
  ).toThrow('ours')
  pristinely(() => {})
  expect(asked).toBe(3)
})

test('whether all are there is asked by short functions: V8 takes long over a long one', () => {
  const texts: string[] = []
  compileWith((text, filename) => {
    texts.push(text)
    return new Script(text, { filename })
  })
  // A text that was compiled before is not compiled again.
  Object.assign(Math, { added: () => 0 })
  keepBuiltins()
  Reflect.deleteProperty(Math, 'added')
  const asked = texts.flatMap((text) => text.split('\n').map((line) => line.split('===').length - 1))
  expect(Math.max(...asked)).toBeLessThan(20)
  expect(asked.reduce((sum, count) => sum + count)).toBeGreaterThan(200)
})
