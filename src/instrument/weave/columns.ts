/**
 * From a position in woven text back to the original: what corrects every stack trace. Lines never move, so only the
 * insertions of one line count: a binary search for the line, then a walk along it.
 */

import type { Position } from '../../diagnostics/code-frame.ts'
import type { InsertionTableData } from './insertions.ts'

const stride = 3

export class Columns {
  readonly #data: Int32Array
  readonly #targets: ReadonlyMap<number, Position>

  constructor(table: InsertionTableData) {
    this.#data = Int32Array.from(table.data)
    this.#targets = new Map(table.targets.map(([index, line, column]) => [index, { line, column: column + 1 }]))
  }

  /** The first insertion, as an index into the data, in this line or a later one. */
  #firstOf(line: number): number {
    const data = this.#data
    let low = 0
    let high = data.length / stride
    while (low < high) {
      const middle = (low + high) >> 1
      if (data[middle * stride]! < line) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Line and column 1-based, as in a stack trace. A position inside an insertion stands for the place of the insertion, or for its target. */
  original(line: number, column: number): Position {
    const data = this.#data
    let shift = 0
    for (let i = this.#firstOf(line); data[i * stride] === line; i += 1) {
      const start = data[i * stride + 1]! + shift
      if (column - 1 < start) break
      const length = data[i * stride + 2]!
      if (column - 1 < start + length) return this.#targets.get(i) ?? { line, column: data[i * stride + 1]! + 1 }
      shift += length
    }
    return { line, column: column - shift }
  }

  /** The woven column of an original position: behind everything that is inserted there. Columns 1-based. */
  woven(line: number, column: number): number {
    const data = this.#data
    let shift = 0
    for (let i = this.#firstOf(line); data[i * stride] === line && data[i * stride + 1]! < column; i += 1) {
      shift += data[i * stride + 2]!
    }
    return column + shift
  }
}
