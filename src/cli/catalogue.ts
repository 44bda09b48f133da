/**
 * The catalogue as runs read it. The build prepares every spec of it in `catalogue.jsonl` (`print-catalogue.ts`): the first line
 * lists them, then each has a line of its own, read when it is chosen. The build writes that file for the very modules that
 * it lies beside, and one of another version counts for nothing. Where sources run there is none; specs are then prepared
 * when they are chosen.
 *
 * Together with the bundle of the command line it takes the CPU time of `jsmop run --preset all -- true` from 0.75 s to 0.12 s,
 * of which Node's own start is 0.06 s (Node 20, 174 specs, a busy machine).
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { catalogueFile, listCatalogue, readSpecModule, specsFolder } from '../load/read-catalogue.ts'
import type { SpecDefinition } from '../spec/definition.ts'
import type { PreparedSpec } from './prepare-spec.ts'
import { version } from './version.ts'

/** What choosing asks for. */
type Choosable = Pick<SpecDefinition, 'id' | 'severity' | 'preset'>

export interface CatalogueSpec extends Choosable {
  /** The module that defines it. */
  readonly file: string
  prepare(): PreparedSpec | Promise<PreparedSpec>
}

/** The first line; the others are `PreparedSpec`s in the order of `specs`, with files of modules relative to `specsFolder`. */
export interface Contents {
  readonly jsmop: string
  readonly specs: readonly Choosable[]
}

export async function openCatalogue(file = catalogueFile): Promise<CatalogueSpec[]> {
  return readPrepared(file) ?? (await definedSpecs())
}

function readPrepared(file: string): CatalogueSpec[] | undefined {
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return undefined
  }
  const { jsmop, specs } = JSON.parse(lines[0]!) as Contents
  if (jsmop !== version()) return undefined
  return specs.map((spec, i) => ({
    ...spec,
    file: path.join(specsFolder, spec.id, 'spec.js'),
    prepare: () => inPlace(JSON.parse(lines[i + 1]!) as PreparedSpec),
  }))
}

/** As their modules define them. */
export async function definedSpecs(): Promise<CatalogueSpec[]> {
  const definitions = await Promise.all(
    listCatalogue().map(async ({ file }) => [file, await readSpecModule(file)] as const),
  )
  return definitions.map(([file, definition]) => ({
    ...choosable(definition),
    file,
    prepare: async () => (await import('./prepare-spec.ts')).prepareDefinition(definition, file),
  }))
}

export function choosable({ id, severity, preset }: Choosable): Choosable {
  return { id, severity, ...(preset === undefined ? {} : { preset }) }
}

/** The package is built in one place and runs in another. */
function inPlace(spec: PreparedSpec): PreparedSpec {
  const modules = spec.modules.map((module) => ({ ...module, file: path.join(specsFolder, module.file) }))
  return { ...spec, modules }
}
