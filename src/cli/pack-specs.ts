/**
 * Makes chosen specs ready for monitored processes: data as data, with what checking, synthesis and planning found; code as
 * CommonJS modules. A module of the catalogue was bundled when the package was built; a
 * user's is compiled here, with the modules of the project that it imports.
 */

import { existsSync, readFileSync } from 'node:fs'
import { packPlan } from '../instrument/plan/pack-plan.ts'
import { planInstrumentation } from '../instrument/plan/plan.ts'
import { strategies } from '../instrument/strategy.ts'
import type { PackedText, RunFile, SelectedSpec, SpecData } from '../load/run-file.ts'
import type { CodeModule } from '../load/spec-code.ts'
import { partitionSpecs } from '../runtime/blind-spots.ts'
import { precompile } from '../spec/assemble-spec.ts'
import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { SpecDefinition } from '../spec/definition.ts'
import type { OptionValues } from '../spec/with-options.ts'

export interface CheckedSpec {
  readonly definition: SpecDefinition
  readonly compiled: CompiledSpec
  /** The module or the JSON file that it was read from. */
  readonly file: string
  /** As the configuration gives them; the definition has them in place. */
  readonly options?: OptionValues
}

export interface PackedSpecs {
  /** What the file of packed texts holds. */
  readonly texts: string
  /** What the run file says of the specs. */
  readonly described: Pick<RunFile, 'specs' | 'left' | 'plan' | 'code'>
}

export async function packSpecs(checked: readonly CheckedSpec[], strategy: string): Promise<PackedSpecs> {
  const texts: string[] = []
  let length = 0
  const pack = (text: string): PackedText => {
    texts.push(text)
    const start = length
    length += Buffer.byteLength(text)
    return [start, length]
  }
  const modules: Record<string, CodeModule> = {}
  const files: Record<string, string> = {}
  const specs: SelectedSpec[] = []
  const { judged, left } = partitionSpecs(
    checked.map(({ compiled }) => compiled),
    strategies[strategy]!,
  )
  for (const { definition, compiled, file, options } of checked) {
    if (!judged.includes(compiled)) continue
    const hasCode = !isData(definition)
    const given = hasCode ? (options === undefined ? {} : { options }) : { definition }
    const data: SpecData = { ...given, precompiled: precompile(compiled) }
    specs.push({ id: definition.id, data: pack(JSON.stringify(data)) })
    if (!hasCode) continue
    files[definition.id] = file
    await addModule(file, modules, pack)
  }
  const plan = packPlan(planInstrumentation(judged))
  const code = Object.keys(files).length === 0 ? {} : { code: { specs: files, modules } }
  return { texts: texts.join(''), described: { specs, left, plan, ...code } }
}

/** Whether JSON keeps all of it. */
function isData(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'bigint'
  const plain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  return plain && Object.values(value).every(isData)
}

/** Requests for anything but Node's own modules, and us. */
const requestsOthers = /\brequire\((?!\s*["'](?:node:|jsmop["']))/

type Pack = (text: string) => PackedText

async function addModule(file: string, modules: Record<string, CodeModule>, pack: Pack): Promise<void> {
  if (modules[file] !== undefined) return
  const bundled = file.replace(/\.[cm]?[jt]s$/, '.cjs')
  if (bundled !== file && existsSync(bundled)) {
    const text = readFileSync(bundled, 'utf8')
    modules[file] = { text: pack(text), links: {}, loadsOthers: requestsOthers.test(text) }
    return
  }
  const { createJiti } = await import('jiti')
  const jiti = createJiti(file)
  const text = jiti.transform({ source: readFileSync(file, 'utf8'), filename: file, ts: /\.[cm]?tsx?$/.test(file) })
  const links: Record<string, string> = {}
  modules[file] = { text: pack(text), links, loadsOthers: requestsOthers.test(text) }
  for (const [, request] of text.matchAll(/\brequire\(\s*["'](\.{1,2}\/[^"']+)["']\s*\)/g)) {
    links[request!] = jiti.esmResolve(request!).replace(/^file:\/\//, '')
    await addModule(links[request!]!, modules, pack)
  }
}
