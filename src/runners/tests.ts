/**
 * Which test is running, as runners tell it, on its way to the session. A test stays the current one after its function
 * is over, until the next begins: hooks that clean up behind it still belong to it.
 *
 * Tests that overlap cannot be told apart by a variable. Where a runner gives each test a function to run in (`run`), they
 * are told apart by an asynchronous context, which costs every `await` on Node 20 and 22; else only the file is known,
 * and no end of a test is signalled.
 */

import type { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'

export interface TestIdentity {
  readonly runner: string
  readonly file: string
  /** Titles from the outermost suite to the test. */
  readonly path: readonly string[]
}

/** The session's side. */
export interface TestedSession {
  enterTest(test: unknown): void
  leaveTest(): void
  endFile(): void
  /** From now on the current test is asked for when it matters. */
  followTests(current: () => unknown): void
  quietly<T>(work: () => T): T
}

export class Tests {
  readonly #session: TestedSession
  readonly #open = new Set<unknown>()
  #entered = false
  #overlapped = false
  #contexts: AsyncLocalStorage<TestIdentity> | undefined

  constructor(session: TestedSession) {
    this.#session = session
  }

  /** A test begins; `key` is the runner's own object for it. */
  enter(key: unknown, test: TestIdentity): void {
    this.#session.quietly(() => {
      if (this.#open.size === 0) this.#leave()
      this.#open.add(key)
      this.#entered = true
      this.#overlapped ||= this.#open.size > 1
      this.#session.enterTest(this.#overlapped ? { ...test, path: [] } : test)
    })
  }

  /** Its function is over. */
  over(key: unknown): void {
    this.#session.quietly(() => this.#open.delete(key))
  }

  /** Runs a test that may overlap with others. */
  run<T>(test: TestIdentity, work: () => T): T {
    if (this.#contexts === undefined) {
      const { AsyncLocalStorage: Storage } = createRequire(import.meta.url)(
        'node:async_hooks',
      ) as typeof import('node:async_hooks')
      const contexts = new Storage<TestIdentity>()
      this.#contexts = contexts
      this.#session.followTests(() => contexts.getStore())
    }
    return this.#contexts.run(test, work)
  }

  /** All tests of a file are over. */
  endFile(): void {
    this.#leave()
    this.#session.endFile()
  }

  #leave(): void {
    if (this.#entered && !this.#overlapped) this.#session.leaveTest()
    else this.#session.enterTest(undefined)
    this.#entered = false
    this.#overlapped = false
  }
}
