import { describe, expect, it } from 'vitest'
import { freshIdentity, neverCalled, type Wrapped } from '#src/instrument/kernel.ts'
import { SitePlaces } from '#src/runtime/site-places.ts'
import { Sites } from '#src/runtime/sites.ts'

/** Calls a wrapper from one place of excluded code; gives the places that were found, and for which files doubles were asked for. */
function callExcluded(times: number, isDouble: boolean): { places: number[]; asked: string[] } {
  const asked: string[] = []
  const places = new SitePlaces({ busy: false }, new Sites(), {
    excludes: () => true,
    doubles: (file) => {
      asked.push(file)
      return isDouble
    },
    isEntry: () => true,
    verifySites: false,
  })
  const member = (): number => places.fromStack(wrapped)
  const wrapped: Wrapped = {
    name: 'member',
    ...freshIdentity(),
    wrapper: member,
    member: 'member',
    home: undefined,
    ...neverCalled,
    internalCounts: false,
  }
  const found: number[] = []
  for (let i = 0; i < times; i += 1) found.push(member())
  return { places: found, asked }
}

describe('excluded code', () => {
  it('is asked once per place whether it may be a spy’s', () => {
    const { places, asked } = callExcluded(3, false)
    expect(places.every((place) => place < 0 && place === places[0])).toBe(true)
    expect(asked.map((file) => file.replace(/^.*\//, ''))).toEqual(['site-places.test.ts'])
  })

  it('that may be a spy’s is excluded, where nothing of the program’s called it', () => {
    const { places, asked } = callExcluded(20, true)
    expect(places.every((place) => place < 0 && place === places[0])).toBe(true)
    expect(asked).toHaveLength(1)
  })
})
