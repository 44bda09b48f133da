/**
 * Compiles texts of ours that are known only in a process: generated functions and the modules of specs. V8's code for them
 * is kept in a pack of its own, for all processes of a project: one that meets events of eleven specs would compile fifty
 * texts of 80,000 letters.
 */

import path from 'node:path'
import { Script } from '../instrument/patch/originals.ts'
import { generatedFile } from '../instrument/plan/generate.ts'
import { codeKind } from './cached-script.ts'
import { PackInUse } from './pack-in-use.ts'

export class KeptScripts {
  readonly #pack: PackInUse
  readonly #keeps: boolean

  /** `folder` is that of all caches; `build` names our own code. */
  constructor(folder: string, build: string, keeps: boolean) {
    this.#pack = new PackInUse(path.join(folder, `scripts-${codeKind()}`), build)
    this.#keeps = keeps
  }

  compile(text: string, file: string): InstanceType<typeof Script> {
    const name = file === generatedFile ? '' : file
    const found = this.#pack.find(name, text)
    const options = { __proto__: null, filename: file, cachedData: found?.code }
    const script = new Script(text, options)
    if (script.cachedDataRejected === true) this.#pack.refuse()
    if (found === undefined && this.#keeps && !this.#pack.isFull)
      this.#pack.miss({ file: name, source: text, text, script, woven: undefined })
    return script
  }

  /** Keeps what this process had to compile. */
  write(): void {
    this.#pack.write()
  }
}
