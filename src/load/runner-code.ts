/**
 * What a runner does before there is a program, and what it loads for itself where it keeps the program apart.
 *
 * jest runs the program in realms of its own, with all that the program requires; what Node loads for it outside of them is its
 * resolver, its compiler, the environment of the tests, and what they are made of. vitest runs it in other processes or threads.
 * None of that is the program's, though its packages may be: one that both use is loaded twice. Files of the project are its own
 * wherever they run, such as a global setup.
 */

import { mapDelete, mapHas, mapSet } from '../instrument/patch/originals.ts'
import { packageOf } from './recognise-process.ts'

/** Of jest, whoever starts it: one of these comes first. */
const jest = new Set(['jest', 'jest-cli', '@jest/core', 'jest-runner'])
/** What jest's workers start with. It serves others too; none of them runs a program there. */
const jestWorker = /[\\/]node_modules[\\/]jest-worker[\\/]build[\\/]workers[\\/]/
/** Runs the program where jest itself runs. */
const withoutRealms = 'jest-light-runner'
/** What vitest starts with, and none of its workers. */
const vitest = /[\\/]node_modules[\\/]vitest[\\/]vitest\.mjs$/
/** By package, what processes and threads start with that load the program later, as a file of the project. */
const runners = new Set(['jest', 'jest-cli', 'jest-worker', 'vitest', 'tinypool', 'mocha', 'tape', 'ava'])

export class RunnerCode {
  #isApart: boolean
  #sharesRealm = false
  #files = new Map<string, true>()
  /** Whether there is no program before a file of the project. */
  readonly comesFirst: boolean

  /** `main`: the real path of what the process or thread starts with; `cwd`: where. */
  constructor(main = '', cwd = '') {
    this.#isApart = vitest.test(main) || jestWorker.test(main)
    // Who works on a package where it is installed has no other files.
    this.comesFirst = packageOf(cwd + '/') === undefined && runners.has(packageOf(main) ?? '')
  }

  /** Whether packages that Node loads now are the runner's. */
  get isApart(): boolean {
    return this.#isApart
  }

  /** Node is about to run a module. Not for who must not use builtins that the program may have replaced. */
  loaded(file: string): void {
    const name = packageOf(file)
    if (name === undefined || this.#sharesRealm) return
    if (name === withoutRealms) {
      this.#sharesRealm = true
      this.#isApart = false
      this.#files = new Map()
    } else if (this.#isApart || jest.has(name)) {
      this.#isApart = true
      mapSet(this.#files, file, true)
    }
  }

  /** A text is compiled by somebody else: for the program. Whether the file was the runner's until now. */
  compiled(file: string): boolean {
    return mapDelete(this.#files, file)
  }

  has(file: string): boolean {
    return mapHas(this.#files, file)
  }
}
