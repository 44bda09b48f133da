/**
 * How far a long command has come, on one line of a terminal that is written over and cleared at the end. Writes nothing
 * anywhere else.
 *
 *     [##########--------------------]  33 %  412 MB of 1.2 GB, 3 violations
 */

import type { Output } from './io.ts'

/** Redrawing more often than this (ms) only costs time. */
const interval = 100
const barWidth = 30

export class ProgressBar {
  readonly #output: Output
  /** Bytes to come; undefined when nobody knows. */
  readonly #total: number | undefined
  readonly #now: () => number
  #done = 0
  #drawnAt = 0
  #shown = false

  constructor(output: Output, total: number | undefined, now: () => number = Date.now) {
    this.#output = output
    this.#total = total
    this.#now = now
  }

  advance(bytes: number, violations: number): void {
    this.#done += bytes
    if (this.#output.isTTY !== true) return
    const now = this.#now()
    if (now - this.#drawnAt < interval) return
    this.#drawnAt = now
    this.#shown = true
    this.#output.write(`\r\u001B[K${this.#line(violations).slice(0, (this.#output.columns ?? 80) - 1)}`)
  }

  clear(): void {
    if (this.#shown) this.#output.write('\r\u001B[K')
    this.#shown = false
  }

  #line(violations: number): string {
    const found = `${violations} violation${violations === 1 ? '' : 's'}`
    if (this.#total === undefined) return `${size(this.#done)}, ${found}`
    const share = this.#total === 0 ? 1 : Math.min(1, this.#done / this.#total)
    const filled = Math.round(share * barWidth)
    const bar = '#'.repeat(filled) + '-'.repeat(barWidth - filled)
    return `[${bar}] ${String(Math.floor(share * 100)).padStart(3)} %  ${size(this.#done)} of ${size(this.#total)}, ${found}`
  }
}

function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}
