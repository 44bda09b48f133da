/**
 * A checked spec as what a run needs of it, and as data: from here on nobody asks the definition or its automaton again. The
 * build prepares the catalogue (`catalogue.ts`), so that a run compiles only what its user wrote or configured.
 * Modules of a spec with code become CommonJS: the catalogue's were bundled when the package was built, a user's is
 * compiled here, with the modules of the project that it imports.
 */

import { existsSync, readFileSync } from 'node:fs'
import { needsMonitorState, waitingEvents } from '../engine/d/plan.ts'
import { digest } from '../evolve/clean-checksum.ts'
import { type SignalWords, signalWordsOf } from '../evolve/signal-words.ts'
import { type PackedPlan, packPlan } from '../instrument/plan/pack-plan.ts'
import { callsLanguage } from '../instrument/plan/leave-unnamed.ts'
import { type Operation, planInstrumentation } from '../instrument/plan/plan.ts'
import { strategies } from '../instrument/strategy.ts'
import type { PackedText, SpecData } from '../load/run-file.ts'
import type { CodeModule } from '../load/spec-code.ts'
import type { SpecDescription } from '../report/reporter.ts'
import { blindSpots } from '../runtime/blind-spots.ts'
import { precompile } from '../spec/assemble-spec.ts'
import { compileSpec } from '../spec/compile-spec.ts'
import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { SpecDefinition, SpecMetadata } from '../spec/definition.ts'
import { checkOptions, type OptionValues, withOptions } from '../spec/with-options.ts'

export interface CheckedSpec {
  readonly definition: SpecDefinition
  readonly compiled: CompiledSpec
  /** The module or the JSON file that it was read from. */
  readonly file: string
  /** As the configuration gives them; the definition has them in place. */
  readonly options?: OptionValues
}

/** `Text`: the texts that processes read, or where the catalogue's file of texts has them. */
export interface PreparedSpec<Text = string | PackedText> {
  readonly metadata: SpecMetadata
  /** What reports tell besides. */
  readonly property: Omit<SpecDescription, keyof SpecMetadata>
  /** `SpecData` as the JSON that processes read. */
  readonly data: Text
  /** Its own module first, then those that it imports; empty for a spec without code. */
  readonly modules: readonly SpecModule<Text>[]
  /** The instrumentation of this spec alone. */
  readonly plan: PackedPlan
  /** By strategy, the events for which it has to be left out; none where it can be judged. */
  readonly blindSpots: Readonly<Record<string, readonly string[]>>
  /** Whether calls of the language's functions may be missed that go on with a slice: none can raise an alarm thereby. */
  readonly sparesLanguage: boolean
  /** Whether its monitors are more than their trace. */
  readonly hasMonitorState: boolean
  readonly words: SignalWords
  /** Of the file that it was read from. */
  readonly digest: string
}

export interface SpecModule<Text = string | PackedText> extends Omit<CodeModule, 'text'> {
  readonly file: string
  readonly text: Text
}

export async function prepareSpec({ definition, compiled, file, options }: CheckedSpec): Promise<PreparedSpec<string>> {
  const hasCode = !isData(definition)
  const given = hasCode ? (options === undefined ? {} : { options }) : { definition }
  const data: SpecData = { ...given, precompiled: precompile(compiled) }
  const { logic, automaton } = compiled.template
  return {
    metadata: compiled.metadata,
    property: { logic, formula: definition.formula, automaton },
    data: JSON.stringify(data),
    modules: hasCode ? [...(await modulesFrom(file)).values()] : [],
    plan: packPlan(planInstrumentation([compiled], waitingEvents)),
    blindSpots: Object.fromEntries(
      Object.values(strategies).map((strategy) => [strategy.name, blindSpots(compiled, strategy)]),
    ),
    sparesLanguage: blindSpots(compiled, { misses: isLanguageCall }, true).length === 0,
    hasMonitorState: needsMonitorState(compiled),
    words: signalWordsOf(compiled),
    digest: digest(readFileSync(file)),
  }
}

/** A definition that nobody has checked yet, with what the configuration sets of it. */
export function prepareDefinition(
  definition: SpecDefinition,
  file: string,
  options?: OptionValues,
): Promise<PreparedSpec<string>> {
  if (options === undefined) return prepareSpec({ definition, compiled: compileSpec(definition), file })
  checkOptions(definition, options)
  const configured = withOptions(definition, options)
  return prepareSpec({ definition: configured, compiled: compileSpec(configured), file, options })
}

function isLanguageCall(events: Operation | 'handle' | 'settle'): boolean {
  return typeof events !== 'string' && callsLanguage(events)
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

/** A module with those of the project that it imports, as CommonJS. */
export async function modulesFrom(
  file: string,
  found = new Map<string, SpecModule<string>>(),
): Promise<Map<string, SpecModule<string>>> {
  if (found.has(file)) return found
  const bundled = file.replace(/\.[cm]?[jt]s$/, '.cjs')
  if (bundled !== file && existsSync(bundled)) {
    const text = readFileSync(bundled, 'utf8')
    return found.set(file, { file, text, links: {}, loadsOthers: requestsOthers.test(text) })
  }
  const { createJiti } = await import('jiti')
  const jiti = createJiti(file)
  const text = jiti.transform({ source: readFileSync(file, 'utf8'), filename: file, ts: /\.[cm]?tsx?$/.test(file) })
  const links: Record<string, string> = {}
  found.set(file, { file, text, links, loadsOthers: requestsOthers.test(text) })
  for (const [, request] of text.matchAll(/\brequire\(\s*["'](\.{1,2}\/[^"']+)["']\s*\)/g)) {
    links[request!] = jiti.esmResolve(request!).replace(/^file:\/\//, '')
    await modulesFrom(links[request!]!, found)
  }
  return found
}
