/**
 * A table that forgets: what was neither made nor met since the turn before the last is gone. Keeps equal stacks and
 * configurations of `recognizer.ts` the same objects, in bounded memory.
 */

export class Generations<T> {
  #recent = new Map<string, T>()
  #older = new Map<string, T>()

  get(key: string): T | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const older = this.#older.get(key)
    return older === undefined ? undefined : this.set(key, older)
  }

  set(key: string, value: T): T {
    this.#recent.set(key, value)
    return value
  }

  turn(): void {
    this.#older = this.#recent
    this.#recent = new Map()
  }
}
