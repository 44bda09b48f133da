/**
 * The JSON front end: text → definition, with the place of every part. Nothing in a JSON spec is run as code: conditions
 * and actions are expressions of the safe language, handlers do not exist.
 */

import { UserError } from '../diagnostics/user-error.ts'
import { checkStructure } from './check-structure.ts'
import { checkSpec } from './compile-spec.ts'
import type { SpecDefinition } from './definition.ts'
import { asUserError, type Diagnostic, Findings } from './diagnostic.ts'
import type { Places } from './places.ts'
import { readJson } from './read-json.ts'
import { placesInTree } from './source-tree.ts'

export interface ReadSpec {
  readonly definition: SpecDefinition
  /** Where the parts of the definition stand in the text, for `compileSpec` and `checkSpec`. */
  readonly places: Places
}

/** Throws `UserError` for a mistake in the JSON or in the structure of the spec. `source` is what the text is called. */
export function readJsonSpec(text: string, source: string): ReadSpec {
  const read = readUnchecked(text, source)
  const findings = new Findings(read.places)
  checkStructure(read.definition, findings)
  const error = asUserError(findings.all)
  if (error !== undefined) throw error
  return read
}

/** All that is wrong or doubtful about a JSON spec. */
export function checkJsonSpec(text: string, source: string): Diagnostic[] {
  try {
    const { definition, places } = readUnchecked(text, source)
    return checkSpec(definition, places)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { code, message, span, notes, remedy } = error
    return [{ grade: 'error', code, message, path: '', span: span!, notes, remedy }]
  }
}

function readUnchecked(text: string, source: string): ReadSpec {
  const { value, tree } = readJson(text, source)
  const places = placesInTree(tree, text, source)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { definition: value as never, places }
  const { $schema: _, ...definition } = value as SpecDefinition & { readonly $schema?: unknown }
  return { definition, places }
}
