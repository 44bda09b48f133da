/** Which specs a run watches: the preset's, as the configuration and the options change it, and the user's own files. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { UserError } from '../diagnostics/user-error.ts'
import { readCatalogue } from '../load/read-catalogue.ts'
import type { SelectedSpec } from '../load/run-file.ts'
import { compileSpec } from '../spec/compile-spec.ts'
import type { Severity, SpecDefinition, SpecMetadata } from '../spec/definition.ts'
import { readJsonSpec } from '../spec/read-json-spec.ts'
import type { Configuration, Preset } from './configuration.ts'
import { unknownSpec } from './commands/explain.ts'

export interface ChosenSpec {
  readonly selected: SelectedSpec
  /** With the severity that is in force. */
  readonly metadata: SpecMetadata
}

export async function chooseSpecs(values: Configuration, cwd: string): Promise<ChosenSpec[]> {
  const catalogue = await readCatalogue()
  const byId = new Map(catalogue.map((spec) => [spec.id, spec]))
  for (const id of [...values.spec.map((name) => name.replace(/^!/, '')), ...Object.keys(values.specs)]) {
    if (!byId.has(id)) throw unknownSpec(id)
  }
  const only = values.spec.filter((name) => !name.startsWith('!'))
  const without = new Set(values.spec.filter((name) => name.startsWith('!')).map((name) => name.slice(1)))
  const wanted = only.length > 0 ? only.map((id) => byId.get(id)!) : catalogue.filter((spec) => inPreset(spec, values))
  const chosen = wanted
    .filter(({ id }) => !without.has(id) && (only.length > 0 || values.specs[id] !== 'off'))
    .map((spec): ChosenSpec => ({ selected: { from: 'catalogue', id: spec.id }, metadata: metadataOf(spec, values) }))
  for (const file of values.specFile) chosen.push(readUserSpec(path.resolve(cwd, file), file, values))
  if (chosen.length > 0) return chosen
  throw new UserError({
    code: 'no-specs',
    message: 'no spec is selected, so there is nothing to watch',
    remedy: 'Leave out fewer specs, or name some with --spec or --preset all; `jsmop specs` lists them.',
  })
}

/** A preset takes specs by severity, unless the configuration turns one on by name. */
function inPreset({ id, severity }: SpecDefinition, { preset, specs }: Configuration): boolean {
  if (specs[id] !== undefined) return specs[id] !== 'off'
  const least: Record<Preset, readonly Severity[]> = {
    recommended: ['error'],
    strict: ['error', 'warning'],
    all: ['error', 'warning', 'suggestion'],
  }
  return least[preset].includes(severity)
}

function metadataOf(spec: SpecDefinition, { specs }: Configuration): SpecMetadata {
  const { metadata } = compileSpec(spec)
  const setting = specs[spec.id]
  const severity = typeof setting === 'string' ? setting : setting?.[0]
  return severity === undefined || severity === 'off' ? metadata : { ...metadata, severity }
}

function readUserSpec(file: string, given: string, values: Configuration): ChosenSpec {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UserError({
      code: 'unreadable-spec-file',
      message: `the spec file ${given} cannot be read: ${(error as Error).message}`,
      remedy: 'Give the path of a spec in JSON.',
      cause: error,
    })
  }
  const { definition } = readJsonSpec(text, given)
  return { selected: { from: 'data', definition }, metadata: metadataOf(definition, values) }
}
