import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bindingOf,
  combine,
  compatible,
  emptyBinding,
  lessInformative,
  lessInformativeThan,
  restrict,
} from '#src/engine/binding.ts'
import type { Binding } from '#src/engine/binding.ts'
import { connects, link, unlinked } from '#src/engine/connection.ts'
import { contentKey, Identities } from '#src/engine/identity.ts'
import { runs } from '../support/property.ts'

const binding: fc.Arbitrary<Binding> = fc.tuple(...[0, 1, 2, 3].map(() => fc.constantFrom(0, 1, 2))).map((identities) =>
  bindingOf(
    identities.reduce<number>((set, identity, i) => (identity === 0 ? set : set | (1 << i)), 0),
    identities,
  ),
)

describe('bindings', () => {
  test('are compatible when they agree wherever both are defined', () => {
    expect(compatible(bindingOf(0b011, [1, 2, 0]), bindingOf(0b110, [0, 2, 3]))).toBe(true)
    expect(compatible(bindingOf(0b011, [1, 2, 0]), bindingOf(0b110, [0, 1, 3]))).toBe(false)
    expect(compatible(bindingOf(0b001, [1, 0, 0]), emptyBinding(3))).toBe(true)
  })

  test('combine into what both say', () => {
    expect(combine(bindingOf(0b011, [1, 2, 0]), bindingOf(0b110, [0, 2, 3]))).toEqual(bindingOf(0b111, [1, 2, 3]))
  })

  test('are ordered by information: a ⊑ b exactly when b is a ⊔ b', () => {
    fc.assert(
      fc.property(binding, binding, (a, b) => {
        expect(lessInformative(a, b)).toBe(compatible(a, b) && combine(a, b).key === b.key)
        if (compatible(a, b)) {
          expect(combine(a, b).key).toBe(combine(b, a).key)
          expect(lessInformative(a, combine(a, b))).toBe(true)
        }
      }),
      runs(500),
    )
  })

  test('have less informative ones, larger first, ⊥ last', () => {
    expect(lessInformativeThan(bindingOf(0b111, [1, 2, 3])).map(({ key }) => key)).toEqual([
      '1,2,0',
      '1,0,3',
      '0,2,3',
      '1,0,0',
      '0,2,0',
      '0,0,3',
      '0,0,0',
    ])
    expect(lessInformativeThan(emptyBinding(3))).toEqual([])
    fc.assert(
      fc.property(binding, binding, (a, b) => {
        const below = lessInformativeThan(b).some(({ key }) => key === a.key)
        expect(below).toBe(lessInformative(a, b) && a.key !== b.key)
      }),
      runs(500),
    )
  })

  test('are restricted to a parameter set', () => {
    expect(restrict(bindingOf(0b101, [1, 0, 3]), 0b110)).toEqual(bindingOf(0b100, [0, 0, 3]))
  })
})

describe('connection', () => {
  test('one parameter, or none, is connected', () => {
    expect(connects(unlinked, 0)).toBe(true)
    expect(connects(unlinked, 0b100)).toBe(true)
    expect(connects(unlinked, 0b101)).toBe(false)
  })

  test('is what chains of events make of the parameters, as found by walking them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 15 }), { maxLength: 5 }),
        fc.integer({ min: 1, max: 15 }),
        (sets, domain) => {
          const members = [0, 1, 2, 3].filter((i) => (domain >> i) & 1)
          const reached = new Set([members[0]!])
          for (let round = 0; round < 4; round += 1) {
            for (const set of sets) {
              const bound = [0, 1, 2, 3].filter((i) => (set >> i) & 1)
              if (bound.some((i) => reached.has(i))) for (const i of bound) reached.add(i)
            }
          }
          expect(connects(sets.reduce(link, unlinked), domain)).toBe(members.every((i) => reached.has(i)))
        },
      ),
      runs(1000),
    )
  })
})

describe('identities', () => {
  const identities = () => new Identities(() => {}, false)

  test('objects are the same by identity, whatever the kind', () => {
    const known = identities()
    const object = {}
    expect(known.of('object', object)).toBe(known.of('value', object))
    expect(known.of('object', {})).not.toBe(known.of('object', object))
    expect(known.value(known.of('object', object))).toBe(object)
  })

  test('values are the same by SameValueZero', () => {
    const known = identities()
    expect(known.of('value', Number.NaN)).toBe(known.of('value', Number.NaN))
    expect(known.of('value', 0)).toBe(known.of('value', -0))
    expect(known.of('value', '1')).not.toBe(known.of('value', 1))
    expect(known.of('value', 1n)).not.toBe(known.of('value', 1))
    expect(known.of('value', undefined)).not.toBe(known.of('value', null))
  })

  test('bytes are the same by content, through any view', () => {
    const known = identities()
    const bytes = known.of('bytes', Uint8Array.of(1, 2, 255))
    expect(known.of('bytes', Buffer.from([1, 2, 255]))).toBe(bytes)
    expect(known.of('bytes', Uint8Array.of(0, 1, 2, 255, 0).subarray(1, 4))).toBe(bytes)
    expect(known.of('bytes', Uint8Array.of(1, 2, 255).buffer)).toBe(bytes)
    expect(known.of('bytes', Uint8Array.of(1, 2, 254))).not.toBe(bytes)
    expect(known.value(bytes)).toEqual(Uint8Array.of(1, 2, 255))
    expect(contentKey(Uint16Array.of(0x0201))).toBe(contentKey(Uint8Array.of(1, 2)))
  })

  test('bytes and a text of the same content differ', () => {
    const known = identities()
    expect(known.of('bytes', Uint8Array.of(97))).not.toBe(known.of('bytes', 'a'))
  })

  test('what was forgotten is another one when it is seen again', () => {
    const known = identities()
    const object = {}
    const before = [known.of('object', object), known.of('value', 'x'), known.of('bytes', Uint8Array.of(1))]
    for (const identity of before) known.forget(identity)
    const after = [known.of('object', object), known.of('value', 'x'), known.of('bytes', Uint8Array.of(1))]
    expect(after.filter((identity) => before.includes(identity))).toEqual([])
    expect(before.map((identity) => known.value(identity))).toEqual([undefined, undefined, undefined])
  })

  test('an object of which the collector took the last is heard of, and was not kept', async () => {
    const dead: number[] = []
    const known = new Identities((identity) => dead.push(identity), false)
    const identity = known.of('object', {})
    for (let round = 0; round < 50 && dead.length === 0; round += 1) {
      globalThis.gc!()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(dead).toEqual([identity])
  })
})
