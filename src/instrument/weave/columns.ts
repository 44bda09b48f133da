/**
 * From a position in woven text back to the original: what corrects every stack trace. Lines never move, so only the
 * insertions of one line count. Logarithmic in all insertions: minified code has thousands of them in a line.
 */

import type { Position } from '../../diagnostics/code-frame.ts'
import { mapGet, mapSet } from '../patch/originals.ts'
import type { InsertionTableData } from './insertions.ts'

const stride = 3

export class Columns {
  /** Of each insertion, in the order of the text: line (1-based), original column, woven column (0-based) and length. */
  readonly #lines: Int32Array
  readonly #originals: Int32Array
  readonly #wovens: Int32Array
  readonly #lengths: Int32Array
  readonly #targets = new Map<number, Position>()

  constructor({ data, targets }: InsertionTableData) {
    const count = data.length / stride
    const lines = new Int32Array(count)
    const originals = new Int32Array(count)
    const wovens = new Int32Array(count)
    const lengths = new Int32Array(count)
    let shift = 0
    let last = 0
    for (let i = 0; i < count; i += 1) {
      const line = data[i * stride]!
      const original = data[i * stride + 1]!
      const length = data[i * stride + 2]!
      if (line !== last) shift = 0
      last = line
      lines[i] = line
      originals[i] = original
      wovens[i] = original + shift
      lengths[i] = length
      shift += length
    }
    this.#lines = lines
    this.#originals = originals
    this.#wovens = wovens
    this.#lengths = lengths
    // A stack may be corrected while the program runs: by no function that may be watched.
    for (let i = 0; i < targets.length; i += 1) {
      const target = targets[i]!
      mapSet(this.#targets, target[0], { line: target[1], column: target[2] + 1 })
    }
  }

  /** The last insertion of the line at or before the column, by original or woven columns; -1 if there is none. */
  #lastBefore(columns: Int32Array, line: number, column: number): number {
    const lines = this.#lines
    let low = 0
    let high = lines.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (lines[middle]! < line || (lines[middle] === line && columns[middle]! <= column)) low = middle + 1
      else high = middle
    }
    return low > 0 && lines[low - 1] === line ? low - 1 : -1
  }

  /** Line and column 1-based, as in a stack trace. A position inside an insertion stands for the place of the insertion, or for its target. */
  original(line: number, column: number): Position {
    const i = this.#lastBefore(this.#wovens, line, column - 1)
    if (i === -1) return { line, column }
    const end = this.#wovens[i]! + this.#lengths[i]!
    if (column - 1 < end)
      return (mapGet(this.#targets, i) as Position | undefined) ?? { line, column: this.#originals[i]! + 1 }
    return { line, column: column - end + this.#originals[i]! }
  }

  /** The woven column of an original position: behind everything that is inserted there. Columns 1-based. */
  woven(line: number, column: number): number {
    const i = this.#lastBefore(this.#originals, line, column - 1)
    return i === -1 ? column : column - this.#originals[i]! + this.#wovens[i]! + this.#lengths[i]!
  }
}
