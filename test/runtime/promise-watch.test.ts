/** Promises being handled and settling, seen without a reaction of ours on any of them. */

import { afterEach, expect, test } from 'vitest'
import { planInstrumentation } from '#src/instrument/plan/plan.ts'
import { PromiseWatch, promiseState } from '#src/runtime/promise-watch.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { kernelDouble } from '../support/kernel-double.ts'

const spec = compileSpec({
  id: 'a/b',
  description: 'A rule.',
  severity: 'error',
  doc: 'https://example.org',
  parameters: { promise: 'object' },
  events: {
    handled: { on: { kind: 'handle' }, bind: { promise: 'promise' } },
    fulfilled: { on: { kind: 'settle', outcome: 'fulfilled' }, bind: { promise: 'promise' } },
    rejected: { on: { kind: 'settle', outcome: 'rejected' }, bind: { promise: 'promise' } },
  },
  logic: 'raw',
  report: { match: 'm' },
})

const seen: [event: string, promise: unknown][] = []
const { kernel, faults } = kernelDouble((event, _, promise) => seen.push([spec.events[event]!.name, promise]))
const watch = new PromiseWatch(kernel, planInstrumentation([spec]))
afterEach(() => watch.stop())

/** What was seen of a promise. */
const eventsOf = (promise: Promise<unknown>): string[] =>
  seen.filter((one) => one[1] === promise).map(([event]) => event)
const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve))

test('trap 12: every way to handle a promise is seen, settling is seen, and a rejection stays unhandled', async () => {
  const unhandled: unknown[] = []
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', (_, promise) => unhandled.push(promise))
  watch.start()
  const later = new Promise((resolve) => setTimeout(resolve, 1))
  const promises = {
    awaited: Promise.resolve(1),
    given: Promise.resolve(2),
    combined: Promise.resolve(3),
    returned: Promise.resolve(4),
    left: Promise.resolve(5),
    broken: Promise.reject(new Error('nobody minds')),
    pending: later,
  }
  const caught = Promise.reject(new Error('somebody does'))
  await promises.awaited
  void promises.given.then(() => {})
  void Promise.all([promises.combined, Promise.resolve(0)])
  const work = async (): Promise<unknown> => promises.returned
  await work()
  caught.catch(() => {})
  expect(promiseState(later)).toBe('pending')
  await turn()
  watch.stop()
  await later
  process.removeAllListeners('unhandledRejection')
  for (const listener of listeners) process.on('unhandledRejection', listener)
  expect(faults).toEqual([])
  const handled = Object.entries(promises).filter(([, promise]) => eventsOf(promise).includes('handled'))
  expect(handled.map(([name]) => name)).toEqual(['awaited', 'given', 'combined', 'returned'])
  expect(eventsOf(caught)).toContain('handled')
  expect(unhandled).toEqual([promises.broken])
  expect([promiseState(promises.broken), promiseState(promises.left)]).toEqual(['rejected', 'fulfilled'])
})

test('settling is signalled once for each promise, in the same turn, a rejection before the program reacts', async () => {
  watch.start()
  const order: string[] = []
  let resolve!: (value: unknown) => void
  const promise = new Promise((done) => (resolve = done))
  const { promise: other, reject } = withResolvers()
  other.catch(() => order.push(`reaction after ${eventsOf(other).join(' ')}`))
  resolve(1)
  reject(new Error('no'))
  await turn()
  watch.stop()
  expect(order).toEqual(['reaction after handled rejected'])
  expect(eventsOf(promise)).toEqual(['fulfilled'])
  expect(eventsOf(other).filter((event) => event !== 'handled')).toEqual(['rejected'])
})

function withResolvers(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject!: (error: Error) => void
  const promise = new Promise<never>((_, fail) => (reject = fail))
  return { promise, reject }
}
