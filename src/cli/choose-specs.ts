/** Which specs a run watches: the preset's, as the configuration and the options change it, and the user's own files. */

import { UserError } from '../diagnostics/user-error.ts'
import { readSpecModule } from '../load/read-catalogue.ts'
import type { WatchedSpec } from '../report/merge-sessions.ts'
import type { Severity, SpecDefinition } from '../spec/definition.ts'
import type { OptionValues } from '../spec/with-options.ts'
import { type BuiltSpec, type CatalogueSpec, openCatalogue } from './catalogue.ts'
import type { Configuration } from './configuration.ts'
import type { Io } from './io.ts'
import type { PreparedSpec } from './prepare-spec.ts'
import { isInPreset } from './presets.ts'
import { unknownSpec } from './unknown-spec.ts'

export interface ChosenSpec extends WatchedSpec {
  /** As `BuiltSpec` has it, for a spec that is watched as the catalogue has it. */
  readonly build: string | undefined
  /**
   * Read when it is first asked for: most runs have it packed (`spec-choice.ts`). In its metadata the severity that is
   * in force.
   */
  readonly prepared: PreparedSpec
}

export async function chooseSpecs(values: Configuration, io: Pick<Io, 'cwd' | 'stderr'>): Promise<ChosenSpec[]> {
  const catalogue = await openCatalogue()
  const byId = new Map(catalogue.map((entry) => [entry.id, entry]))
  for (const id of [...values.spec.map((name) => name.replace(/^!/, '')), ...Object.keys(values.specs)]) {
    if (!byId.has(id)) throw unknownSpec(id)
  }
  const only = values.spec.filter((name) => !name.startsWith('!'))
  const without = new Set(values.spec.filter((name) => name.startsWith('!')).map((name) => name.slice(1)))
  const wanted = only.length > 0 ? only.map((id) => byId.get(id)!) : catalogue.filter((spec) => inPreset(spec, values))
  const chosen: ChosenSpec[] = []
  for (const spec of wanted) {
    if (without.has(spec.id) || (only.length === 0 && values.specs[spec.id] === 'off')) continue
    const { options, severity } = settingOf(spec.id, values)
    if (options !== undefined) chosen.push(preparedSpec(await prepareWith(options, spec), severity))
    else if (spec.build === undefined) chosen.push(preparedSpec(await spec.prepare(), severity))
    else chosen.push(new ChosenBuiltSpec(spec, severity))
  }
  for (const name of values.specFile) {
    const { readSpecFile } = await import('./read-spec-file.ts')
    const { prepareSpec } = await import('./prepare-spec.ts')
    const checked = await readSpecFile(name, io)
    const { options, severity } = settingOf(checked.definition.id, values)
    const prepared = options === undefined ? await prepareSpec(checked) : await prepareWith(options, checked)
    chosen.push(preparedSpec(prepared, severity))
  }
  if (chosen.length > 0) return chosen
  throw new UserError({
    code: 'no-specs',
    message: 'no spec is selected, so there is nothing to watch',
    remedy: 'Leave out fewer specs, or name some with --spec or --preset all; `jsmop specs` lists them.',
  })
}

function inPreset(spec: CatalogueSpec, { preset, specs }: Configuration): boolean {
  const setting = specs[spec.id]
  return setting === undefined ? isInPreset(spec, preset) : setting !== 'off'
}

interface Setting {
  readonly severity?: Severity
  readonly options?: OptionValues
}

function settingOf(id: string, { specs }: Configuration): Setting {
  const setting = specs[id]
  if (setting === undefined || setting === 'off') return {}
  return typeof setting === 'string' ? { severity: setting } : { severity: setting[0], options: setting[1] }
}

async function prepareWith(
  options: OptionValues,
  { file, definition }: { readonly file: string; readonly definition?: SpecDefinition },
): Promise<PreparedSpec> {
  const { prepareDefinition } = await import('./prepare-spec.ts')
  return prepareDefinition(definition ?? (await readSpecModule(file)), file, options)
}

function preparedSpec(spec: PreparedSpec, severity = spec.metadata.severity): ChosenSpec {
  const { id, doc } = spec.metadata
  return { id, doc, severity, build: undefined, prepared: withSeverity(spec, severity) }
}

class ChosenBuiltSpec implements ChosenSpec {
  readonly id: string
  readonly severity: Severity
  readonly build: string
  readonly #spec: BuiltSpec
  #prepared: PreparedSpec | undefined

  constructor(spec: BuiltSpec, severity = spec.severity) {
    this.id = spec.id
    this.severity = severity
    this.build = spec.build
    this.#spec = spec
  }

  get doc(): string {
    return this.prepared.metadata.doc
  }

  get prepared(): PreparedSpec {
    return (this.#prepared ??= withSeverity(this.#spec.prepare(), this.severity))
  }
}

function withSeverity(spec: PreparedSpec, severity: Severity): PreparedSpec {
  return { ...spec, metadata: { ...spec.metadata, severity } }
}
