/**
 * Finds the specs that ship with JSMOP: every folder `specs/<api>/<name>/` with a `spec` module in it. The folder name is
 * the id; there is no list to keep. Used by the command line,
 * where what the build prepared is not enough; monitored processes get what was compiled.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SpecDefinition } from '../spec/definition.ts'

/** Sources are read where sources run (tests), built files where the package runs. */
const extension = path.extname(fileURLToPath(import.meta.url))
export const specsFolder = fileURLToPath(new URL('../../specs/', import.meta.url))
/** The catalogue as the build has prepared it (`cli/catalogue.ts`). */
export const catalogueFile = fileURLToPath(new URL('../../catalogue.jsonl', import.meta.url))
/** The texts of its specs, one behind the other, for processes to read. */
export const catalogueTexts = fileURLToPath(new URL('../../catalogue-texts', import.meta.url))

export interface CatalogueEntry {
  readonly id: string
  /** The module that defines the spec. */
  readonly file: string
}

export function listCatalogue(): CatalogueEntry[] {
  if (!existsSync(specsFolder)) return []
  const entries: CatalogueEntry[] = []
  for (const api of folders(specsFolder)) {
    for (const name of folders(path.join(specsFolder, api))) {
      const file = path.join(specsFolder, api, name, `spec${extension}`)
      if (existsSync(file)) entries.push({ id: `${api}/${name}`, file })
    }
  }
  return entries
}

export async function readCatalogue(): Promise<SpecDefinition[]> {
  return Promise.all(listCatalogue().map(({ file }) => readSpecModule(file)))
}

export async function readSpecModule(file: string): Promise<SpecDefinition> {
  // The command line, out of V8's code cache, can only require.
  const bundled = file.replace(/\.js$/, '.cjs')
  const module: unknown =
    bundled !== file && existsSync(bundled)
      ? createRequire(import.meta.url)(bundled)
      : await import(pathToFileURL(file).href)
  return (module as { default: SpecDefinition }).default
}

/** A spec's page, when its folder has one. Built packages carry pages beside the specs. */
export function readSpecPage(id: string): string | undefined {
  const page = path.join(specsFolder, id, 'README.md')
  return existsSync(page) ? readFileSync(page, 'utf8') : undefined
}

function folders(place: string): string[] {
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}
