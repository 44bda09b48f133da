/**
 * Texts that are compiled again and again in one process, with what became of each: jest gives every module to `vm` once for
 * each test file that loads it, and reading its woven text each time cost a third of what jest's modules cost. A text is kept
 * when it comes a second time, and only the last of each file.
 */

import { mapDelete, mapGet, mapSet } from '../instrument/patch/originals.ts'

interface Repeated {
  readonly kind: string
  readonly length: number
  /** Undefined when it came once. */
  readonly text: string | undefined
  readonly result: string
}

/** Letters that are kept. A process with more of them, which loads thousands of modules, begins anew. */
const mostLetters = 2 ** 24

export class RepeatedTexts {
  #letters = 0
  #byFile = new Map<string, Repeated>()

  /** What became of the text, or becomes of it now: `transform` is asked unless the last text of the file was the same. */
  get(text: string, file: string, kind: string, transform: () => string): string {
    const last = mapGet(this.#byFile, file) as Repeated | undefined
    const isAgain = last !== undefined && last.kind === kind && last.length === text.length
    if (isAgain && last.text === text) return last.result
    const result = transform()
    if (isAgain) this.#letters += text.length
    if (this.#letters > mostLetters) {
      this.#byFile = new Map()
      this.#letters = text.length
    }
    mapSet(this.#byFile, file, {
      kind,
      length: text.length,
      text: isAgain ? text : undefined,
      result: isAgain ? result : '',
    })
    return result
  }

  /** Another text of the file has come. */
  forget(file: string): void {
    mapDelete(this.#byFile, file)
  }
}
