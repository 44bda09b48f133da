/**
 * Which test is running, as runners tell it, on its way to the session. A test stays the current one after its function
 * is over, until the next begins, or another suite: hooks that clean up behind it still belong to it.
 *
 * Tests that overlap cannot be told apart by a variable. Where a runner says beforehand that they may (`run`,
 * `enterContext`), they are told apart by an asynchronous context, which costs every `await` on Node 20 and 22; else only
 * the file is known. No end of a test is signalled for tests that did overlap.
 *
 * Suites have thousands of tests that take microseconds: what happens for each uses originals alone.
 */

import type * as asyncHooks from 'node:async_hooks'
import type { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import { mapDelete, mapGet, mapSet, weakSetAdd, weakSetHas } from '../instrument/patch/originals.ts'

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
  save(): void
  /** From now on the current test is asked for when it matters; where the answer is undefined, it is the last entered. */
  followTests(current: () => unknown): void
  quietly<T>(work: () => T): T
}

interface OpenTest {
  readonly test: TestIdentity
  readonly parent: unknown
}

export class Tests {
  readonly #session: TestedSession
  /** Tests whose functions are running, by the runner's own objects for them. */
  readonly #open = new Map<unknown, OpenTest>()
  /** How many there are. */
  #running = 0
  #entered = false
  #overlapped = false
  #contexts: AsyncLocalStorage<TestIdentity> | undefined
  /** Their contexts may live on in what comes after them. */
  readonly #closed = new WeakSet<TestIdentity>()

  constructor(session: TestedSession) {
    this.#session = session
  }

  /** A test begins; `parent` is the test that contains it, if it is one and is running. */
  enter(key: unknown, test: TestIdentity, parent?: unknown): void {
    if (this.#running === 0) this.#leave()
    let ancestors = 0
    for (let at = this.#find(parent); at !== undefined; at = this.#find(at.parent)) ancestors += 1
    this.#overlapped ||= this.#running > ancestors
    if (this.#find(key) === undefined) this.#running += 1
    mapSet(this.#open, key, { test, parent })
    this.#entered = true
    this.#session.enterTest(this.#overlapped ? { ...test, path: [] } : test)
  }

  #find(key: unknown): OpenTest | undefined {
    return mapGet(this.#open, key) as OpenTest | undefined
  }

  /** Its function is over. */
  over(key: unknown): void {
    const ended = this.#find(key)
    if (ended === undefined) return
    weakSetAdd(this.#closed, ended.test)
    mapDelete(this.#open, key)
    this.#running -= 1
    const parent = this.#find(ended.parent)
    if (parent !== undefined && !this.#overlapped) this.#session.enterTest(parent.test)
  }

  /** Runs a test that may overlap with others. */
  run<T>(test: TestIdentity, work: () => T): T {
    return this.#context().run(test, work)
  }

  /** A test that was entered may overlap with others: what follows in the current asynchronous context is its. */
  enterContext(key: unknown): void {
    const open = this.#find(key)
    if (open !== undefined) this.#session.quietly(() => this.#context().enterWith(open.test))
  }

  #context(): AsyncLocalStorage<TestIdentity> {
    if (this.#contexts !== undefined) return this.#contexts
    const { AsyncLocalStorage: Storage } = createRequire(import.meta.url)('node:async_hooks') as typeof asyncHooks
    const contexts = new Storage<TestIdentity>()
    this.#contexts = contexts
    this.#session.followTests(() => {
      const test = contexts.getStore()
      return test === undefined || weakSetHas(this.#closed, test) ? undefined : test
    })
    return contexts
  }

  /** A suite begins: what it does before its tests is none of a test's. */
  beginSuite(): void {
    if (this.#running === 0) this.#leave()
  }

  /** All tests of a file are over. */
  endFile(): void {
    this.#leave()
    this.#session.endFile()
  }

  /** The runner may end the process or thread by force, until it enters another test. */
  expectForce(): void {
    this.#session.save()
  }

  #leave(): void {
    if (this.#entered && !this.#overlapped) this.#session.leaveTest()
    else this.#session.enterTest(undefined)
    this.#entered = false
    this.#overlapped = false
  }
}
