/**
 * Where names lead that are imported from a module which has nothing but re-exports: to the modules and packages that it
 * takes them from, through any number of such modules. What it passes on besides is loaded as well, which is nothing to
 * depend on as long as loading has no effects.
 */

import type { ReExport } from './imported-names.ts'
import type { Resolution } from './resolve-import.ts'

export interface PassingModules {
  /** Undefined for a module that has anything else, or whose loading may have effects. */
  reExports(file: string): readonly ReExport[] | undefined
  resolve(specifier: string, from: string): Resolution
}

/** All that the names of a module (`*` for all of them) are taken from; nothing for a module that passes nothing on. */
export function* followNames(
  file: string,
  names: readonly string[],
  modules: PassingModules,
  seen = new Set<string>(),
): Generator<Resolution> {
  const passed = modules.reExports(file)
  if (passed === undefined) return
  for (const name of names) {
    const key = `${file}\n${name}`
    if (seen.has(key)) continue
    seen.add(key)
    const named = passed.filter((one) => name === '*' || one.name === name)
    // A name that is not listed comes from one of those that pass on all of theirs.
    const sources = named.length > 0 ? named : passed.filter((one) => one.name === '*')
    for (const { from, of } of sources) {
      const found = modules.resolve(from, file)
      yield found
      for (const next of found.files) yield* followNames(next, [named.length > 0 ? of : name], modules, seen)
    }
  }
}
