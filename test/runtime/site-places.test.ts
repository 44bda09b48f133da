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

/** A set whose `add` asks for the places of its calls, none of which has a site; gives these, and how often a stack was searched. */
function watchedSets() {
  const found: number[] = []
  const searches = { count: 0 }
  const kernel = {
    get busy(): boolean {
      return false
    },
    set busy(busy: boolean) {
      if (busy) searches.count += 1
    },
  }
  const places = new SitePlaces(kernel, new Sites(), {
    excludes: () => false,
    doubles: () => false,
    isEntry: () => true,
    verifySites: false,
  })
  class Watched extends Set<number> {
    override add(value: number): this {
      found.push(places.fromSite(wrapped, 0, this))
      return super.add(value)
    }
  }
  const wrapped: Wrapped = {
    name: 'Set.prototype.add',
    ...freshIdentity(),
    wrapper: Watched.prototype.add,
    member: 'add',
    home: undefined,
    ...neverCalled,
    internalCounts: false,
  }
  const take = (): { places: number[]; searches: number } => {
    const taken = { places: found.splice(0), searches: searches.count }
    searches.count = 0
    return taken
  }
  return { Watched, take }
}

const numbers = Array.from({ length: 1000 }, (_, i) => i)
const isProgram = (place: number): boolean => place > 0

describe('calls without a site', () => {
  it('that a constructor makes of itself are searched once in a row, where others are the program’s', () => {
    const { Watched, take } = watchedSets()
    const mine = new Watched()
    for (const number of numbers) mine.add(number)
    const first = take()
    expect(first.places.every(isProgram)).toBe(true)
    expect(first.searches).toBeGreaterThanOrEqual(numbers.length)

    const made = new Watched(numbers)
    const making = take()
    expect(made.size).toBe(numbers.length)
    expect(making.places.some(isProgram)).toBe(false)
    expect(making.searches).toBeLessThan(numbers.length / 50)

    mine.add(-1)
    expect(take().places.map(isProgram)).toEqual([true])
  })

  it('are searched by what was found lately, not since the beginning', () => {
    const { Watched, take } = watchedSets()
    const mine = new Watched()
    for (let i = 0; i < 5; i += 1) for (const number of numbers) mine.add(number)
    take()
    const turns = 20_000
    let made = 0
    for (let i = 0; i < turns; i += 1) made += new Watched([i]).size
    const making = take()
    expect(made).toBe(turns)
    expect(making.places.some(isProgram)).toBe(false)
    expect(making.searches).toBeLessThan(turns / 2)

    for (let i = 0; i < 20; i += 1) for (const number of numbers) mine.add(number)
    const again = take().places
    expect(again.slice(-numbers.length).every(isProgram)).toBe(true)
  })
})
