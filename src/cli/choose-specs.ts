/** Which specs a run watches: the preset's, as the configuration and the options change it, and the user's own files. */

import { UserError } from '../diagnostics/user-error.ts'
import { listCatalogue, readSpecModule } from '../load/read-catalogue.ts'
import { compileSpec } from '../spec/compile-spec.ts'
import type { SpecDefinition, SpecMetadata } from '../spec/definition.ts'
import { checkOptions, withOptions } from '../spec/with-options.ts'
import { unknownSpec } from './commands/explain.ts'
import type { Configuration } from './configuration.ts'
import type { Io } from './io.ts'
import type { CheckedSpec } from './pack-specs.ts'
import { isInPreset } from './presets.ts'
import { readSpecFile } from './read-spec-file.ts'

export interface ChosenSpec extends CheckedSpec {
  /** With the severity that is in force. */
  readonly metadata: SpecMetadata
}

export async function chooseSpecs(values: Configuration, io: Pick<Io, 'cwd' | 'stderr'>): Promise<ChosenSpec[]> {
  const catalogue = await Promise.all(
    listCatalogue().map(async ({ file }) => ({ file, definition: await readSpecModule(file) })),
  )
  const byId = new Map(catalogue.map((entry) => [entry.definition.id, entry]))
  for (const id of [...values.spec.map((name) => name.replace(/^!/, '')), ...Object.keys(values.specs)]) {
    if (!byId.has(id)) throw unknownSpec(id)
  }
  const only = values.spec.filter((name) => !name.startsWith('!'))
  const without = new Set(values.spec.filter((name) => name.startsWith('!')).map((name) => name.slice(1)))
  const wanted =
    only.length > 0
      ? only.map((id) => byId.get(id)!)
      : catalogue.filter(({ definition }) => inPreset(definition, values))
  const chosen = wanted
    .filter(({ definition: { id } }) => !without.has(id) && (only.length > 0 || values.specs[id] !== 'off'))
    .map(({ definition, file }) => choose({ definition, file, compiled: compileSpec(definition) }, values))
  for (const file of values.specFile) chosen.push(choose(await readSpecFile(file, io), values))
  if (chosen.length > 0) return chosen
  throw new UserError({
    code: 'no-specs',
    message: 'no spec is selected, so there is nothing to watch',
    remedy: 'Leave out fewer specs, or name some with --spec or --preset all; `jsmop specs` lists them.',
  })
}

function inPreset(definition: SpecDefinition, { preset, specs }: Configuration): boolean {
  const setting = specs[definition.id]
  return setting === undefined ? isInPreset(definition, preset) : setting !== 'off'
}

/** With the severity and the options that the configuration gives. */
function choose(spec: CheckedSpec, { specs }: Configuration): ChosenSpec {
  const { metadata } = spec.compiled
  const setting = specs[metadata.id]
  const [severity, options] = typeof setting === 'string' ? [setting] : (setting ?? [])
  const inForce = severity === undefined || severity === 'off' ? metadata : { ...metadata, severity }
  if (options === undefined) return { ...spec, metadata: inForce }
  checkOptions(spec.definition, options)
  const definition = withOptions(spec.definition, options)
  return { ...spec, definition, compiled: compileSpec(definition), options, metadata: inForce }
}
