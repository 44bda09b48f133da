/** Whether loops can ask a value for an iterator, held against loops. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RealmAbi } from '#src/instrument/weave/abi.ts'
import { isAsyncIterable, isIterable } from '#src/runtime/iterability.ts'
import { runs } from '../support/property.ts'

const freshRealm = (): RealmAbi => ({ TypeError, Error, captureStackTrace: () => {}, e: [], E: [] })

/** By asking for the iterator, as a loop does. */
function loops(value: unknown): boolean {
  try {
    for (const _ of value as Iterable<unknown>) break
    return true
  } catch {
    return false
  }
}

class Own extends Map {}
class Plain {
  readonly field = 1
}
class Shadowing extends Set {
  override [Symbol.iterator] = undefined as never
}

const makers: readonly (() => unknown)[] = [
  () => new Map(),
  () => new Set([1]),
  () => new Own(),
  () => new Map().entries(),
  () => new Set().values(),
  () => [1].keys(),
  () => new Uint8Array(2),
  () => (function* () {})(),
  () => 'text',
  () => 17,
  () => null,
  () => undefined,
  () => ({}),
  () => new Plain(),
  () => Object.create(null) as object,
  () => new Shadowing(),
  () => Object.assign(new Set(), { [Symbol.iterator]: 1 }),
  () => ({ *[Symbol.iterator]() {} }),
  () => () => {},
]

describe('what a loop can iterate', () => {
  it('is told as loops tell it, in any order of classes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(makers.length - 1), { minLength: 1, maxLength: 40 }), (order) => {
        const realm = freshRealm()
        for (const index of order) {
          const value = makers[index]!()
          expect(isIterable(value, realm)).toBe(loops(value))
        }
        expect(realm.iterables?.length ?? 0).toBeLessThanOrEqual(4)
      }),
      runs(200),
    )
  })

  it('is told anew where a class loses its method or an object hides it', () => {
    const realm = freshRealm()
    class Given {
      *[Symbol.iterator](): Generator<never> {}
    }
    expect(isIterable(new Given(), realm)).toBe(true)
    expect(isIterable(Object.assign(new Given(), { [Symbol.iterator]: undefined }), realm)).toBe(false)
    Reflect.deleteProperty(Given.prototype, Symbol.iterator)
    expect(isIterable(new Given(), realm)).toBe(false)
    Object.assign(Given.prototype, { [Symbol.iterator]: () => [].values() })
    expect(isIterable(new Given(), realm)).toBe(true)
  })

  it('is told without running a getter or a trap', () => {
    const realm = freshRealm()
    const asked: PropertyKey[] = []
    const watched = new Proxy(new Map(), {
      get: (target, key) => (asked.push(key), Reflect.get(target, key) as unknown),
      getPrototypeOf: (target) => (asked.push('prototype'), Reflect.getPrototypeOf(target)),
      getOwnPropertyDescriptor: (target, key) => (asked.push(key), Reflect.getOwnPropertyDescriptor(target, key)),
    })
    class Lazy {
      get [Symbol.iterator](): () => Iterator<never> {
        asked.push('getter')
        return () => [].values()
      }
    }
    for (const value of [watched, Object.create(watched), new Lazy(), new Lazy()])
      expect(isIterable(value, realm)).toBe(true)
    expect(asked).toEqual([])
  })

  it('is told without running a getter that stands where a method was', () => {
    const realm = freshRealm()
    let reads = 0
    class Given {
      *[Symbol.iterator](): Generator<never> {}
    }
    expect(isIterable(new Given(), realm)).toBe(true)
    Object.defineProperty(Given.prototype, Symbol.iterator, {
      get: () => ((reads += 1), () => [].values()),
    })
    expect(isIterable(new Given(), realm)).toBe(true)
    expect(reads).toBe(0)
  })

  it('is told of loops that await, too', () => {
    expect(isAsyncIterable((async function* () {})())).toBe(true)
    expect(isAsyncIterable(new Proxy({}, {}))).toBe(true)
    expect(isAsyncIterable([])).toBe(false)
    expect(isAsyncIterable(undefined)).toBe(false)
  })
})
