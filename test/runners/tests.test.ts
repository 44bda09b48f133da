import { expect, test } from 'vitest'
import { type TestedSession, type TestIdentity, Tests } from '#src/runners/tests.ts'

class Session implements TestedSession {
  readonly log: string[] = []
  busy = false
  current: (() => unknown) | undefined = undefined
  enterTest(test: unknown): void {
    this.log.push(`enter ${(test as TestIdentity | undefined)?.path.join(' ') ?? 'none'}`)
  }
  leaveTest(): void {
    this.log.push(this.busy ? 'left unheard' : 'leave')
  }
  endFile(): void {
    this.log.push('end of file')
  }
  save(): void {
    this.log.push('saved')
  }
  followTests(current: () => unknown): void {
    this.current = current
  }
  /** The end of a test is an event, which a session that is busy does not hear. */
  quietly<T>(work: () => T): T {
    this.busy = true
    const result = work()
    this.busy = false
    return result
  }
}

const named = (name: string): TestIdentity => ({ runner: 'r', file: 'f', path: [name] })

test('trap 13: tests one after another need no asynchronous context', () => {
  const session = new Session()
  const tests = new Tests(session)
  for (const name of ['a', 'b']) {
    tests.enter(name, named(name))
    tests.over(name)
  }
  tests.endFile()
  expect(session.log).toEqual(['enter none', 'enter a', 'leave', 'enter b', 'leave', 'end of file'])
  expect(session.current).toBeUndefined()
})

test('a suite that begins leaves the last test, unless that is running', () => {
  const session = new Session()
  const tests = new Tests(session)
  tests.enter('a', named('a'))
  tests.beginSuite()
  tests.over('a')
  tests.beginSuite()
  tests.enter('b', named('b'))
  expect(session.log).toEqual(['enter none', 'enter a', 'leave', 'enter none', 'enter b'])
})

test('a session is saved when its process may be ended by force', () => {
  const session = new Session()
  const tests = new Tests(session)
  tests.endFile()
  tests.expectForce()
  expect(session.log).toEqual(['enter none', 'end of file', 'saved'])
})

test('tests that run at once are told apart by an asynchronous context', async () => {
  const session = new Session()
  const tests = new Tests(session)
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const seen: unknown[] = []
  const body = async (): Promise<void> => {
    await turn()
    seen.push((session.current!() as TestIdentity).path[0])
    await turn()
    seen.push((session.current!() as TestIdentity).path[0])
  }
  await Promise.all([tests.run(named('a'), body), tests.run(named('b'), body)])
  expect(seen).toEqual(['a', 'b', 'a', 'b'])
})
