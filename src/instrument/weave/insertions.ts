/**
 * What was inserted where: kept in the order of the text, spliced in one pass, and small enough to stay in memory for
 * every loaded module, because each captured stack needs it (`columns.ts`).
 */

import { lineOf } from './sites.ts'

export interface InsertionTableData {
  /** Line (1-based), column (0-based, in the original line) and length of each insertion, in the order of the text. */
  readonly data: readonly number[]
  /** Index of an insertion and the original position (1-based line, 0-based column) that V8's positions inside it stand for, where that is not the place of the insertion. */
  readonly targets: readonly (readonly [index: number, line: number, column: number])[]
}

/** Collects insertions in the order of the source text. */
export class Insertions {
  readonly #offsets: number[] = []
  readonly #texts: string[] = []
  readonly #targets: [index: number, offset: number][] = []

  get size(): number {
    return this.#offsets.length
  }

  /** `target` is the original offset that positions inside the inserted text stand for. */
  add(offset: number, text: string, target = offset): void {
    if (target !== offset) this.#targets.push([this.#offsets.length, target])
    this.#offsets.push(offset)
    this.#texts.push(text)
  }

  splice(source: string): string {
    const parts: string[] = []
    let from = 0
    for (let i = 0; i < this.#offsets.length; i += 1) {
      const offset = this.#offsets[i]!
      if (offset < from) throw new Error(`JSMOP: insertions out of order at offset ${offset}`)
      if (offset > from) parts.push(source.slice(from, offset))
      parts.push(this.#texts[i]!)
      from = offset
    }
    parts.push(source.slice(from))
    return parts.join('')
  }

  table(lineStarts: readonly number[]): InsertionTableData {
    const data: number[] = []
    let line = 0
    for (let i = 0; i < this.#offsets.length; i += 1) {
      const offset = this.#offsets[i]!
      while (line + 1 < lineStarts.length && lineStarts[line + 1]! <= offset) line += 1
      data.push(line + 1, offset - lineStarts[line]!, this.#texts[i]!.length)
    }
    const targets = this.#targets.map(([index, offset]): [number, number, number] => {
      const at = lineOf(lineStarts, offset)
      return [index, at + 1, offset - lineStarts[at]!]
    })
    return { data, targets }
  }
}
