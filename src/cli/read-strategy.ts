/**
 * `--strategy`: one of those that JSMOP has, or a module of the user's whose default export is one
 * (`instrument/strategy.ts`). It is asked in every monitored process, so its modules go there as those of specs do.
 */

import path from 'node:path'
import { UserError } from '../diagnostics/user-error.ts'
import { type Strategy, strategies } from '../instrument/strategy.ts'
import { importModule } from './import-module.ts'
import type { SpecModule } from './prepare-spec.ts'

export interface ChosenStrategy {
  readonly name: string
  /** Its own module first, then those that it imports; none for a strategy of JSMOP's. */
  readonly modules: readonly SpecModule[]
}

/** `given` is how the user wrote it, relative to `cwd`. */
export async function readStrategy(given: string, cwd: string): Promise<ChosenStrategy> {
  if (Object.hasOwn(strategies, given)) return { name: given, modules: [] }
  const file = path.resolve(cwd, given)
  let content: unknown
  try {
    content = await importModule(file)
  } catch (error) {
    throw new UserError({
      code: 'unreadable-strategy-file',
      message: `${given} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      remedy: `Give the name of a TypeScript or JavaScript file that exports a strategy, or one of ${Object.keys(strategies).join(', ')}.`,
      cause: error,
    })
  }
  const missing = lackingOf(content)
  if (missing !== undefined) {
    throw new UserError({
      code: 'no-strategy-in-file',
      message: `${given} does not export a strategy: ${missing}`,
      remedy:
        'Write `export default { name, wraps, misses, weaves, places, promiseHooks }`; docs/strategies.md has an example.',
    })
  }
  const { modulesFrom } = await import('./prepare-spec.ts')
  return { name: (content as Strategy).name, modules: [...(await modulesFrom(file)).values()] }
}

/** What keeps a value from being a strategy. */
function lackingOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'its default export is no object'
  const { name, wraps, misses, weaves, places, promiseHooks } = value as Partial<Record<keyof Strategy, unknown>>
  if (typeof name !== 'string' || name === '') return '`name` is no text'
  if (Object.hasOwn(strategies, name)) return `\`name\` is "${name}", which JSMOP has`
  const functions = Object.entries({ wraps, misses, weaves }).find(([, member]) => typeof member !== 'function')
  if (functions !== undefined) return `\`${functions[0]}\` is no function`
  if (places !== 'site' && places !== 'stack') return "`places` is neither 'site' nor 'stack'"
  return typeof promiseHooks === 'boolean' ? undefined : '`promiseHooks` is neither true nor false'
}
