/**
 * `--spec-file`: a spec of the user's own, in JSON or as a module whose default export is `defineSpec({ … })`. What the
 * checker doubts about it is shown, since nobody else looks at it.
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { renderError } from '../diagnostics/render-error.ts'
import { UserError } from '../diagnostics/user-error.ts'
import { checkSpec, compileSpec } from '../spec/compile-spec.ts'
import type { SpecDefinition } from '../spec/definition.ts'
import { locateInSource } from '../spec/locate-in-source.ts'
import type { Places } from '../spec/places.ts'
import { readJsonSpec } from '../spec/read-json-spec.ts'
import type { Io } from './io.ts'
import { importModule } from './import-module.ts'
import type { CheckedSpec } from './prepare-spec.ts'

/** `name` is how the user wrote it, relative to `cwd`. Warnings are written to `stderr`. */
export async function readSpecFile(name: string, { cwd, stderr }: Pick<Io, 'cwd' | 'stderr'>): Promise<CheckedSpec> {
  const file = path.resolve(cwd, name)
  const text = readText(file, name)
  const { definition, places } = file.endsWith('.json') ? readJsonSpec(text, name) : await readModule(file, text, name)
  const compiled = compileSpec(definition, places)
  for (const warning of checkSpec(definition, places)) stderr.write(`${renderError(warning)}\n`)
  return { definition, compiled, file }
}

async function readModule(
  file: string,
  text: string,
  name: string,
): Promise<{ definition: SpecDefinition; places: Places | undefined }> {
  const definition = await importDefinition(file, name)
  return { definition, places: locateInSource(text, name, definition.id) }
}

function readText(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw unreadable(name, error)
  }
}

async function importDefinition(file: string, name: string): Promise<SpecDefinition> {
  let content: unknown
  try {
    content = await importModule(file)
  } catch (error) {
    throw unreadable(name, error)
  }
  if (typeof content === 'object' && content !== null && 'id' in content) return content as SpecDefinition
  throw new UserError({
    code: 'no-spec-in-file',
    message: `${name} does not export a spec`,
    remedy: 'Write `export default defineSpec({ … })`.',
  })
}

function unreadable(name: string, error: unknown): UserError {
  return new UserError({
    code: 'unreadable-spec-file',
    message: `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    remedy: 'Give the name of a JSON, TypeScript or JavaScript file that defines a spec.',
    cause: error,
  })
}
