/**
 * Packages that jest has loaded for itself. It runs the program in realms of its own, with all that the program requires; what
 * Node loads for it outside of them is its resolver, its compiler, the environment of the tests, and what they are made of. None
 * of that is the program's, though its packages may be: a package that both use is loaded twice. Files of the project are
 * its own wherever they run, such as a global setup.
 */

import { packageOf } from './recognise-process.ts'

/** Those that one of comes first, whoever starts jest, and in each of its workers. */
const jest = new Set(['jest-cli', '@jest/core', 'jest-runner'])
/** Runs the program where jest itself runs. */
const withoutRealms = 'jest-light-runner'

export class RunnerCode {
  #isLoading = false
  #sharesRealm = false
  readonly #files = new Set<string>()

  /** Node is about to run a module. */
  loaded(file: string): void {
    const name = packageOf(file)
    if (name === undefined || this.#sharesRealm) return
    if (name === withoutRealms) {
      this.#sharesRealm = true
      this.#files.clear()
    } else if (this.#isLoading || jest.has(name)) {
      this.#isLoading = true
      this.#files.add(file)
    }
  }

  /** A text was compiled by somebody else: for the program. Whether the file was the runner's until now. */
  compiled(file: string): boolean {
    return this.#files.delete(file)
  }

  has(file: string): boolean {
    return this.#files.has(file)
  }
}
