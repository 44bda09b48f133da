/**
 * jest with its default runner, jest-circus: the function that runs a test file gets the file's environment, whose
 * `handleTestEvent` hears of every test. That function runs outside of the file's realm, in band, in processes and threads.
 *
 * The events of `test.concurrent` do not say when such a test runs: jest 30 tells of tests that overlap, jest 29 runs them
 * all first and tells of them one after the other when it awaits them. So their functions tell it themselves, and in a
 * file that has any, every test runs in an asynchronous context.
 */

import { types } from 'node:util'
import { disguise } from '../instrument/patch/disguise.ts'
import { promiseThen } from '../instrument/patch/originals.ts'
import { around, outermostFirst, type RunnerModule } from './runner.ts'
import type { TestIdentity, Tests } from './tests.ts'

const { isPromise } = types

interface CircusBlock {
  readonly name: string
  readonly type: 'describeBlock' | 'test'
  readonly parent?: CircusBlock
  readonly children?: readonly CircusBlock[]
  readonly concurrent?: boolean
  fn?: Function
}

interface CircusEvent {
  readonly name: string
  readonly test: CircusBlock
}

interface CircusState {
  readonly rootDescribeBlock: CircusBlock
}

export const jest: RunnerModule = {
  name: 'jest',
  // The second is that of jest 27 to 29.
  file: /\/node_modules\/jest-circus\/build\/(?:runner|legacy-code-todo-rewrite\/jestAdapter)\.js$/,
  wants: () => 'module',
  found(module: { exports: object }, { tests }) {
    let followed: FollowedFile | undefined
    // Until jest 27 the function is all that the module exports.
    const [holder, name] = typeof module.exports === 'function' ? [module, 'exports'] : [module.exports, 'default']
    around(holder, name, (_, [, , environment, , file], original) => {
      const given = environment.handleTestEvent as Function | undefined
      // A file that could not be loaded had no end.
      if (followed?.isOver === false) tests.endFile()
      const { hear } = (followed = new FollowedFile(file as string, tests))
      Object.defineProperty(environment, 'handleTestEvent', {
        configurable: true,
        writable: true,
        value: (event: CircusEvent, state: CircusState, ...rest: unknown[]) => {
          hear(event, state)
          return given === undefined ? undefined : Reflect.apply(given, environment, [event, state, ...rest])
        },
      })
      // jest tells of the end itself: V8 follows a promise from one that waits for it to the next, as long as there is only one.
      return original() as unknown
    })
  },
}

class FollowedFile {
  readonly #file: string
  readonly #tests: Tests
  /** One for each test: contexts are told from those of tests that are over by it. */
  readonly #identities = new WeakMap<CircusBlock, TestIdentity>()

  isOver = false

  constructor(file: string, tests: Tests) {
    this.#file = file
    this.#tests = tests
  }

  readonly hear = ({ name, test }: CircusEvent, state: CircusState): void => {
    if (name === 'run_start') this.#giveContexts([...testsIn(state.rootDescribeBlock)])
    if (name === 'run_describe_start') this.#tests.beginSuite()
    if (test?.concurrent === true) return
    if (name === 'test_start') this.#tests.enter(test, this.#identityOf(test))
    if (name === 'test_done') this.#tests.over(test)
    if (name !== 'teardown') return
    this.isOver = true
    this.#tests.endFile()
  }

  #giveContexts(all: readonly CircusBlock[]): void {
    let overlaps = false
    for (let i = 0; i < all.length; i += 1) overlaps ||= all[i]!.concurrent === true
    if (!overlaps) return
    for (let i = 0; i < all.length; i += 1) {
      const test = all[i]!
      const { fn } = test
      if (typeof fn !== 'function') continue
      const call = test.concurrent === true ? this.#callOverlapping : this.#callInContext
      test.fn = disguise(function (this: unknown, ...args: unknown[]): unknown {
        return call(test, () => Reflect.apply(fn, this, args) as unknown)
      }, fn)
    }
  }

  readonly #callInContext = (test: CircusBlock, work: () => unknown): unknown =>
    this.#tests.run(this.#identityOf(test), work)

  readonly #callOverlapping = (test: CircusBlock, work: () => unknown): unknown => {
    const identity = this.#identityOf(test)
    this.#tests.enter(test, identity)
    const over = (): void => this.#tests.over(test)
    let result: unknown
    try {
      result = this.#tests.run(identity, work)
      return result
    } finally {
      // jest handles its rejection.
      if (isPromise(result)) void promiseThen(result, over, over)
      else over()
    }
  }

  #identityOf(test: CircusBlock): TestIdentity {
    let identity = this.#identities.get(test)
    if (identity === undefined) {
      const outer = ({ parent }: CircusBlock) => (parent?.parent === undefined ? undefined : parent)
      const path = outermostFirst(test, outer, ({ name }) => name)
      identity = { runner: 'jest', file: this.#file, path }
      this.#identities.set(test, identity)
    }
    return identity
  }
}

function* testsIn({ children = [] }: CircusBlock): Iterable<CircusBlock> {
  for (const child of children) {
    if (child.type === 'test') yield child
    else yield* testsIn(child)
  }
}
