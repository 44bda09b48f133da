/**
 * Puts the names that texts of ours refer to where no program can enumerate them: constants of a realm's script scope.
 * Called once in each realm, by whoever made the values (`weave-process.ts`, `inert-names.ts`).
 */

import { digest } from '../instrument/weave/woven-module.ts'

/** Runs a script in the realm and gives its value. */
export type RunScript = (script: string) => unknown

export function installNames(global: object, values: Readonly<Record<string, unknown>>, run: RunScript): void {
  const key = `jsmop ${digest(String(process.hrtime.bigint()))}`
  Object.defineProperty(global, key, { value: values, configurable: true })
  run(`const { ${Object.keys(values).join(', ')} } = globalThis[${JSON.stringify(key)}]`)
  Reflect.deleteProperty(global, key)
}
