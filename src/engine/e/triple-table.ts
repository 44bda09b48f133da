/**
 * Numbers by three others, for what algorithm E remembers of sets of monitors (`broadcast-logs.ts`, `set-histories.ts`): an
 * open-addressed table in one typed array, at most half full. HOT: no closures, iterators or array methods.
 */

/** Numbers above 0 by three others. */
export class TripleTable {
  /** Begins within what V8 keeps on its own heap: there are several for each spec, and most stay empty. */
  #fields = new Int32Array(4 * 4)
  size = 0

  get(a: number, b: number, c: number): number {
    return this.#fields[this.#find(a, b, c) + 3]!
  }

  set(a: number, b: number, c: number, value: number): void {
    if (this.size * 8 >= this.#fields.length) this.#grow()
    const at = this.#find(a, b, c)
    const fields = this.#fields
    if (fields[at + 3] === 0) this.size++
    fields[at] = a
    fields[at + 1] = b
    fields[at + 2] = c
    fields[at + 3] = value
  }

  /** Where it stands, or would. */
  #find(a: number, b: number, c: number): number {
    const fields = this.#fields
    const mask = fields.length - 1
    let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    let at = ((hash ^ (hash >>> 13)) << 2) & mask
    while (fields[at + 3] !== 0 && (fields[at] !== a || fields[at + 1] !== b || fields[at + 2] !== c))
      at = (at + 4) & mask
    return at
  }

  #grow(): void {
    const old = this.#fields
    this.#fields = new Int32Array(old.length * 2)
    this.size = 0
    for (let at = 0; at < old.length; at += 4)
      if (old[at + 3] !== 0) this.set(old[at]!, old[at + 1]!, old[at + 2]!, old[at + 3]!)
  }
}
