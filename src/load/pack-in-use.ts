/**
 * A pack (`module-pack.ts`) as one process uses it: read when something is first looked for, with what it lacked added when
 * the process ends.
 */

import { pristinely } from '../instrument/patch/pristine.ts'
import type { Script } from '../instrument/patch/originals.ts'
import { isWorthAdding, ModulePack, type RunModule } from './module-pack.ts'

export interface MissedModule extends Omit<RunModule, 'code'> {
  /** Has the code of what the process has run of it. */
  readonly script: InstanceType<typeof Script> | undefined
}

/** Letters that a process keeps until it ends. */
const mostLetters = 2 ** 23

export class PackInUse {
  readonly #file: string
  readonly #made: string
  readonly #quietly: <T>(work: () => T) => T
  #pack: ModulePack | undefined | 'unread' = 'unread'
  readonly #missed: MissedModule[] = []
  #letters = 0
  #isRefused = false

  /** `made` names all that texts depend on besides their sources; `quietly` runs our code with events switched off. */
  constructor(file: string, made: string, quietly: <T>(work: () => T) => T = pristinely) {
    this.#file = file
    this.#made = made
    this.#quietly = quietly
  }

  get #read(): ModulePack | undefined {
    if (this.#pack === 'unread') this.#pack = this.#quietly(() => ModulePack.read(this.#file, this.#made))
    return this.#pack
  }

  find(file: string, source: string): RunModule | undefined {
    return this.#read?.find(file, source)
  }

  get isFull(): boolean {
    return this.#letters >= mostLetters
  }

  /** The pack did not have it. */
  miss(module: MissedModule): void {
    this.#missed.push(module)
    this.#letters += module.source.length + module.text.length
  }

  /** V8 did not take code of the pack. */
  refuse(): void {
    this.#isRefused = true
  }

  /** Writes what the pack did not have. Never throws. */
  write(): void {
    if (this.#missed.length === 0 && !this.#isRefused) return
    try {
      pristinely(() => {
        if (this.#isRefused) ModulePack.removeOld(this.#file)
        const letters = this.#missed.reduce((sum, { source }) => sum + source.length, 0)
        if (!isWorthAdding(letters, this.#read)) return
        // V8 puts code into bytes only for what is written.
        const missed = this.#missed.map(({ script, ...module }) => ({
          ...module,
          get code() {
            return script?.createCachedData()
          },
        }))
        ModulePack.add(this.#file, this.#made, missed)
      })
    } catch {
      // Where nothing can be written every process prepares for itself.
    }
  }
}
