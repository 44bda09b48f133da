import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { SitePlaces } from '#src/runtime/site-places.ts'
import { mostLate, Sites } from '#src/runtime/sites.ts'
import { runProgram } from '../support/monitor-program.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

test('what Node emits is not kept, and of errors only the last', async () => {
  const run = await runProgram(fixture('flowing.cjs'), {
    specs: [fixture('every-emission.ts')],
    strategy: 'hybrid',
    nodeOptions: ['--expose-gc'],
  })
  expect(run.stderr).toBe('')
  const [chunks, errors] = run.stdout.split(' ').map(Number)
  expect(chunks).toBeLessThan(10)
  expect(errors).toBeGreaterThan(0)
  expect(errors).toBeLessThan(mostLate + 10)
})

function placesOver(sites: Sites): SitePlaces {
  const options = { excludes: () => false, doubles: () => false, isEntry: () => true, verifySites: false }
  return new SitePlaces({ busy: false }, sites, options)
}

class OwnError {
  readonly stack: unknown

  constructor() {
    Error.captureStackTrace(this)
  }
}
Object.setPrototypeOf(OwnError.prototype, Error.prototype)

test('errors of any kind and realm have a place, one each', () => {
  const sites = new Sites()
  const places = placesOver(sites)
  const errors = [
    new Error('plain'),
    new TypeError('of a class'),
    new OwnError(),
    runInContext('new Error("elsewhere")', createContext({})) as object,
  ]
  const found = errors.map((error) => places.ofError(error))
  expect(new Set(found).size).toBe(errors.length)
  expect(found).not.toContain(0)
  expect(errors.map((error) => places.ofError(error))).toEqual(found)
  expect(sites.position(found[0]!)?.file).toContain('emissions.test.ts')
})

test('nothing else has one, and nothing of the program’s runs to find out', () => {
  const places = placesOver(new Sites())
  const refuse = (): never => {
    throw new Error('the program’s')
  }
  const traps = { get: refuse, has: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse }
  const others = [
    undefined,
    'text',
    Buffer.from('chunk'),
    { stack: ['frame'] },
    Object.defineProperty({}, 'stack', { get: refuse }),
    new Proxy(new Error('hidden'), traps),
    Object.create(new Proxy({}, traps)) as object,
  ]
  expect(others.map((other) => places.ofError(other))).toEqual(others.map(() => 0))
})

test('places that are looked for late are found as they fall behind, and stay right', () => {
  const sites = new Sites()
  const asked: number[] = []
  const given = Array.from({ length: mostLate + 3 }, (_, i) =>
    sites.internLate(() => {
      asked.push(i)
      return { file: 'a.js', line: i + 1, column: 1, function: '' }
    }),
  )
  expect(asked).toEqual([0, 1, 2])
  expect(given.map((site) => sites.position(site)?.line)).toEqual(given.map((_, i) => i + 1))
  expect(asked).toHaveLength(given.length)
})

test('an error whose stack cannot be formatted has no position, and raises nothing', () => {
  const sites = new Sites()
  const error = new Error('unreadable')
  Object.defineProperty(error, 'stack', {
    get: () => {
      throw new Error('in the formatter')
    },
  })
  const site = placesOver(sites).ofError(error)
  expect(site).not.toBe(0)
  expect(sites.position(site)?.file).toBe('')
})
