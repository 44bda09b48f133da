/**
 * Packs (`module-pack.ts`) as one process uses them: read when something is first looked for, with what they lacked added when
 * the process ends.
 *
 * What does not fit into one goes into the next, and they are read in this order, each when those before it lacked
 * something: large projects have their modules in several, and a process that needs a few of them reads one. When all are
 * full they stay like that for a day; then they begin anew, with what is still in use.
 */

import { pristinely } from '../instrument/patch/pristine.ts'
import type { Script } from '../instrument/patch/originals.ts'
import { isWorthAdding, ModulePack, type RunModule } from './module-pack.ts'

export interface MissedModule extends Omit<RunModule, 'code'> {
  /** Has the code of what the process has run of it. */
  readonly script: InstanceType<typeof Script> | undefined
}

/** Letters that a process keeps until it ends. */
const mostLetters = 2 ** 24
const mostPacks = 8
/** Milliseconds for which full packs stay as they are, and those whose code V8 has refused. */
const day = 86_400_000
const hour = 3_600_000

export class PackInUse {
  readonly #files: readonly string[]
  readonly #made: string
  readonly #quietly: <T>(work: () => T) => T
  /** Those that were read, and whether there are no more. */
  readonly #packs: ModulePack[] = []
  #areAll = false
  readonly #missed: MissedModule[] = []
  #letters = 0
  #isRefused = false

  /**
   * `file` is the first of the packs, `made` names all that texts depend on besides their sources; `quietly` runs our code with
   * events switched off.
   */
  constructor(file: string, made: string, quietly: <T>(work: () => T) => T = pristinely) {
    this.#files = Array.from({ length: mostPacks }, (_, n) => (n === 0 ? file : `${file}.${n + 1}`))
    this.#made = made
    this.#quietly = quietly
  }

  find(file: string, source: string): RunModule | undefined {
    let pack: ModulePack | undefined
    for (let n = 0; (pack = this.#pack(n)) !== undefined; n++) {
      const found = pack.find(file, source)
      if (found !== undefined) return found
    }
    return undefined
  }

  #pack(n: number): ModulePack | undefined {
    if (n < this.#packs.length || this.#areAll || n >= mostPacks) return this.#packs[n]
    const pack = this.#quietly(() => ModulePack.read(this.#files[n]!, this.#made))
    if (pack === undefined) this.#areAll = true
    else this.#packs.push(pack)
    return pack
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
        // Not at once: processes that set flags of V8 while they run refuse what others take.
        if (this.#isRefused) for (const file of this.#files) ModulePack.removeOld(file, hour)
        const letters = this.#missed.reduce((sum, { source }) => sum + source.length, 0)
        if (
          !isWorthAdding(
            letters,
            this.#packs.find(({ isFull }) => !isFull),
          )
        )
          return
        // V8 puts code into bytes only for what is written.
        const missed = this.#missed.map(({ script, ...module }) => ({
          ...module,
          get code() {
            return script?.createCachedData()
          },
        }))
        let rest: readonly RunModule[] = missed
        for (let n = 0; n < mostPacks && rest.length > 0; n++) rest = ModulePack.add(this.#files[n]!, this.#made, rest)
        if (rest.length > 0 && ModulePack.removeOld(this.#files[0]!, day))
          for (const file of this.#files) ModulePack.removeOld(file, 0)
      })
    } catch {
      // Where nothing can be written every process prepares for itself.
    }
  }
}
