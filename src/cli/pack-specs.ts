/**
 * Makes chosen specs ready for monitored processes: data as data, with what checking and synthesis found; code as one
 * file of CommonJS modules, in the cache by content. A module of the catalogue was bundled when the package was built; a
 * user's is compiled here, with the modules of the project that it imports.
 */

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { digest } from '../instrument/weave/woven-module.ts'
import type { SelectedSpec } from '../load/run-file.ts'
import { type CodeModule, writeCodeFile } from '../load/spec-code.ts'
import { precompile } from '../spec/assemble-spec.ts'
import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { SpecDefinition } from '../spec/definition.ts'

export interface CheckedSpec {
  readonly definition: SpecDefinition
  readonly compiled: CompiledSpec
  /** The module or the JSON file that it was read from. */
  readonly file: string
}

export interface PackedSpecs {
  readonly specs: readonly SelectedSpec[]
  /** The file of code, if any spec has code. */
  readonly code: string | undefined
}

export async function packSpecs(checked: readonly CheckedSpec[], cache: string): Promise<PackedSpecs> {
  const modules = new Map<string, CodeModule>()
  const files: Record<string, string> = {}
  const specs: SelectedSpec[] = []
  for (const { definition, compiled, file } of checked) {
    const precompiled = precompile(compiled)
    if (isData(definition)) specs.push({ id: definition.id, definition, precompiled })
    else {
      specs.push({ id: definition.id, precompiled })
      files[definition.id] = file
      await addModule(file, modules)
    }
  }
  return { specs, code: modules.size === 0 ? undefined : keep(writeCodeFile(files, [...modules.values()]), cache) }
}

/** Whether JSON keeps all of it. */
function isData(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'bigint'
  const plain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  return plain && Object.values(value).every(isData)
}

async function addModule(file: string, modules: Map<string, CodeModule>): Promise<void> {
  if (modules.has(file)) return
  const bundled = file.replace(/\.[cm]?[jt]s$/, '.cjs')
  if (bundled !== file && existsSync(bundled)) {
    modules.set(file, { file, text: readFileSync(bundled, 'utf8'), links: {} })
    return
  }
  const { createJiti } = await import('jiti')
  const jiti = createJiti(file)
  const text = jiti.transform({ source: readFileSync(file, 'utf8'), filename: file, ts: /\.[cm]?tsx?$/.test(file) })
  const links: Record<string, string> = {}
  modules.set(file, { file, text, links })
  for (const [, request] of text.matchAll(/\brequire\(\s*["'](\.{1,2}\/[^"']+)["']\s*\)/g)) {
    links[request!] = jiti.esmResolve(request!).replace(/^file:\/\//, '')
    await addModule(links[request!]!, modules)
  }
}

function keep(text: string, cache: string): string {
  const file = path.join(cache, `specs-${digest(text)}.cjs`)
  if (existsSync(file)) return file
  mkdirSync(cache, { recursive: true })
  const finished = `${file}.${process.pid}.tmp`
  writeFileSync(finished, text)
  renameSync(finished, file)
  return file
}
