/** Texts one behind the other, as monitored processes read them (`load/run-file.ts`), each known by where it is. */

import type { PackedText } from '../load/run-file.ts'

export class TextPacker {
  readonly #texts: string[] = []
  #length = 0

  pack(text: string): PackedText {
    this.#texts.push(text)
    const start = this.#length
    this.#length += Buffer.byteLength(text)
    return [start, this.#length]
  }

  get texts(): string {
    return this.#texts.join('')
  }
}
