/**
 * Makes chosen specs ready for monitored processes: data as data, with what checking, synthesis and planning found; code as
 * CommonJS modules. A module of the catalogue was bundled when the package was built; a
 * user's is compiled here, with the modules of the project that it imports.
 */

import { existsSync, readFileSync } from 'node:fs'
import { packPlan, type PackedPlan } from '../instrument/plan/pack-plan.ts'
import { planInstrumentation } from '../instrument/plan/plan.ts'
import { strategies } from '../instrument/strategy.ts'
import type { SelectedSpec, SpecData } from '../load/run-file.ts'
import type { CodeModule, SpecCode } from '../load/spec-code.ts'
import { type LeftOut, partitionSpecs } from '../runtime/blind-spots.ts'
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
  /** Chosen, but out of the strategy's sight. */
  readonly left: readonly LeftOut[]
  readonly plan: PackedPlan
  /** Absent when no spec has code. */
  readonly code?: SpecCode
}

export async function packSpecs(checked: readonly CheckedSpec[], strategy: string): Promise<PackedSpecs> {
  const modules: Record<string, CodeModule> = {}
  const files: Record<string, string> = {}
  const specs: SelectedSpec[] = []
  const { judged, left } = partitionSpecs(
    checked.map(({ compiled }) => compiled),
    strategies[strategy]!,
  )
  for (const { definition, compiled, file } of checked) {
    if (!judged.includes(compiled)) continue
    const hasCode = !isData(definition)
    const data: SpecData = { ...(hasCode ? {} : { definition }), precompiled: precompile(compiled) }
    specs.push({ id: definition.id, data: JSON.stringify(data) })
    if (!hasCode) continue
    files[definition.id] = file
    await addModule(file, modules)
  }
  const plan = packPlan(planInstrumentation(judged))
  return { specs, left, plan, ...(Object.keys(files).length === 0 ? {} : { code: { specs: files, modules } }) }
}

/** Whether JSON keeps all of it. */
function isData(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'bigint'
  const plain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  return plain && Object.values(value).every(isData)
}

async function addModule(file: string, modules: Record<string, CodeModule>): Promise<void> {
  if (modules[file] !== undefined) return
  const bundled = file.replace(/\.[cm]?[jt]s$/, '.cjs')
  if (bundled !== file && existsSync(bundled)) {
    modules[file] = { text: readFileSync(bundled, 'utf8'), links: {} }
    return
  }
  const { createJiti } = await import('jiti')
  const jiti = createJiti(file)
  const text = jiti.transform({ source: readFileSync(file, 'utf8'), filename: file, ts: /\.[cm]?tsx?$/.test(file) })
  const links: Record<string, string> = {}
  modules[file] = { text, links }
  for (const [, request] of text.matchAll(/\brequire\(\s*["'](\.{1,2}\/[^"']+)["']\s*\)/g)) {
    links[request!] = jiti.esmResolve(request!).replace(/^file:\/\//, '')
    await addModule(links[request!]!, modules)
  }
}
