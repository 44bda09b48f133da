/**
 * Packages that a runner has loaded for itself, where it keeps the program apart. jest runs the program in realms of its own, with
 * all that the program requires; what Node loads for it outside of them is its resolver, its compiler, the environment of the
 * tests, and what they are made of. vitest runs it in other processes or threads. None of that is the program's, though its
 * packages may be: one that both use is loaded twice. Files of the project are its own wherever they run, such as a global setup.
 */

import { packageOf } from './recognise-process.ts'

/** Of jest, whoever starts it: one of these comes first. */
const jest = new Set(['jest', 'jest-cli', '@jest/core', 'jest-runner'])
/** What jest's workers start with. It serves others too; none of them runs a program there. */
const jestWorker = /[\\/]node_modules[\\/]jest-worker[\\/]build[\\/]workers[\\/]/
/** Runs the program where jest itself runs. */
const withoutRealms = 'jest-light-runner'
/** What vitest starts with, and none of its workers. */
const vitest = /[\\/]node_modules[\\/]vitest[\\/]vitest\.mjs$/

export class RunnerCode {
  #isLoading: boolean
  #sharesRealm = false
  readonly #files = new Set<string>()
  /** Whether there is no program in the process before a file that is not the runner's, and mostly none at all. */
  readonly comesAlone: boolean

  /** `main`: the real path of what the process starts with. */
  constructor(main = '') {
    this.comesAlone = vitest.test(main)
    this.#isLoading = this.comesAlone || jestWorker.test(main)
  }

  /** Node is about to run a module. Whether it is not the runner's. */
  loaded(file: string): boolean {
    const name = packageOf(file)
    if (name === undefined || this.#sharesRealm) return true
    if (name === withoutRealms) {
      this.#sharesRealm = true
      this.#files.clear()
      return true
    }
    if (!this.#isLoading && !jest.has(name)) return true
    this.#isLoading = true
    this.#files.add(file)
    return false
  }

  /** A text was compiled by somebody else: for the program. Whether the file was the runner's until now. */
  compiled(file: string): boolean {
    return this.#files.delete(file)
  }

  has(file: string): boolean {
    return this.#files.has(file)
  }
}
