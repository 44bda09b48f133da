/**
 * The catalogue as runs read it. The build prepares every spec of it (`print-catalogue.ts`). Of `catalogue.jsonl` the first
 * line lists the specs, then each has a line of its own, read when something of it is asked for; `catalogue-texts` holds
 * what only monitored processes read. The build writes both for the very modules that they lie beside, and those of another
 * version count for nothing. Where sources run there are none; specs are then prepared when they are chosen.
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { catalogueFile, listCatalogue, readSpecModule, specsFolder } from '../load/read-catalogue.ts'
import type { Severity, SpecDefinition } from '../spec/definition.ts'
import type { PreparedSpec } from './prepare-spec.ts'
import { version } from './version.ts'

/** What choosing asks for. */
export type Choosable = Pick<SpecDefinition, 'id' | 'severity' | 'preset'>

export type CatalogueSpec = BuiltSpec | DefinedSpec

export interface DefinedSpec extends Choosable {
  /** The module that defines it. */
  readonly file: string
  readonly build: undefined
  prepare(): Promise<PreparedSpec<string>>
}

/** One that the build has prepared. */
export class BuiltSpec implements Choosable {
  readonly id: string
  readonly severity: Severity
  readonly preset?: string
  readonly #catalogue: BuiltCatalogue
  readonly #number: number

  constructor({ id, severity, preset }: Choosable, catalogue: BuiltCatalogue, number: number) {
    this.id = id
    this.severity = severity
    if (preset !== undefined) this.preset = preset
    this.#catalogue = catalogue
    this.#number = number
  }

  get file(): string {
    return path.join(specsFolder, this.id, 'spec.js')
  }

  /** Names what the build has prepared, and where that is. */
  get build(): string {
    return this.#catalogue.build
  }

  prepare(): PreparedSpec {
    return inPlace(JSON.parse(this.#catalogue.line(this.#number)) as PreparedSpec)
  }
}

class BuiltCatalogue {
  readonly build: string
  /** Lines of the specs. */
  readonly #lines: Buffer
  /** Where the first lines end. */
  readonly #ends: number[] = []

  constructor(digest: string, lines: Buffer) {
    this.build = `${specsFolder} ${digest}`
    this.#lines = lines
  }

  /** By number; decodes no other. */
  line(number: number): string {
    const ends = this.#ends
    while (ends.length <= number) ends.push(this.#lines.indexOf('\n', (ends.at(-1) ?? -1) + 1))
    return this.#lines.toString('utf8', number === 0 ? 0 : ends[number - 1]! + 1, ends[number])
  }
}

/** The first line; the others are `PreparedSpec`s in the order of `specs`, with files of modules relative to `specsFolder`. */
export interface Contents {
  readonly jsmop: string
  /** Digest of all that follows and of the texts. */
  readonly digest: string
  readonly specs: readonly Choosable[]
}

export async function openCatalogue(file = catalogueFile): Promise<CatalogueSpec[]> {
  return readPrepared(file) ?? (await definedSpecs())
}

function readPrepared(file: string): BuiltSpec[] | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch {
    return undefined
  }
  const first = bytes.indexOf('\n')
  const { jsmop, digest, specs } = JSON.parse(bytes.toString('utf8', 0, first)) as Contents
  if (jsmop !== version()) return undefined
  const catalogue = new BuiltCatalogue(digest, bytes.subarray(first + 1))
  return specs.map((spec, number) => new BuiltSpec(spec, catalogue, number))
}

/** As their modules define them. */
export async function definedSpecs(): Promise<DefinedSpec[]> {
  const definitions = await Promise.all(
    listCatalogue().map(async ({ file }) => [file, await readSpecModule(file)] as const),
  )
  return definitions.map(([file, definition]) => ({
    ...choosable(definition),
    file,
    build: undefined,
    prepare: async () => (await import('./prepare-spec.ts')).prepareDefinition(definition, file),
  }))
}

export function choosable({ id, severity, preset }: Choosable): Choosable {
  return { id, severity, ...(preset === undefined ? {} : { preset }) }
}

/** The package is built in one place and runs in another. */
function inPlace(spec: PreparedSpec): PreparedSpec {
  if (spec.modules.length === 0) return spec
  const modules = spec.modules.map((module) => ({ ...module, file: path.join(specsFolder, module.file) }))
  return { ...spec, modules }
}
