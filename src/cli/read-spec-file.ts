/** `--spec-file`: a spec of the user's own, in JSON or as a module whose default export is `defineSpec({ … })`. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { UserError } from '../diagnostics/user-error.ts'
import { compileSpec } from '../spec/compile-spec.ts'
import type { SpecDefinition } from '../spec/definition.ts'
import { locateInSource } from '../spec/locate-in-source.ts'
import { readJsonSpec } from '../spec/read-json-spec.ts'
import type { CheckedSpec } from './pack-specs.ts'

/** `name` is how the user wrote it, relative to `cwd`. */
export async function readSpecFile(name: string, cwd: string): Promise<CheckedSpec> {
  const file = path.resolve(cwd, name)
  const text = readText(file, name)
  if (file.endsWith('.json')) {
    const { definition, places } = readJsonSpec(text, name)
    return { definition, compiled: compileSpec(definition, places), file }
  }
  const definition = await importDefinition(file, name)
  return { definition, compiled: compileSpec(definition, locateInSource(text, name, definition.id)), file }
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
    const { createJiti } = await import('jiti')
    content = await createJiti(file).import(file, { default: true })
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
