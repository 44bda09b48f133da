/**
 * Puts specs together for monitored processes: where their data and modules are, with one plan for all. The last step before
 * a run; what each spec needs was found out before (`prepare-spec.ts`).
 */

import { readFileSync } from 'node:fs'
import { leaveUnnamed, type Names } from '../instrument/plan/leave-unnamed.ts'
import { joinPlans, type PackedPlan, placePlan, unpackPlan } from '../instrument/plan/pack-plan.ts'
import { strategies } from '../instrument/strategy.ts'
import { namePlan, type NamedWeavePlan, packWeavePlan, type WeavePlan } from '../instrument/weave/weave-plan.ts'
import { catalogueTexts } from '../load/read-catalogue.ts'
import type { PackedText, RunFile, SelectedSpec } from '../load/run-file.ts'
import { type CodeModule, packCode } from '../load/spec-code.ts'
import { type LeftOut, leftOut } from '../runtime/blind-spots.ts'
import { TextPacker } from './pack-texts.ts'
import type { PreparedSpec, SpecModule } from './prepare-spec.ts'
import type { ChosenStrategy } from './read-strategy.ts'

/** What the run file says of the specs. */
export type DescribedSpecs = Pick<RunFile, 'specs' | 'left' | 'plan' | 'weaves' | 'code' | 'ownStrategy'>

export interface PackedSpecs {
  /** What the run's own file of packed texts holds; undefined when the catalogue's has all that is needed. */
  readonly texts: string | undefined
  readonly described: DescribedSpecs
}

/**
 * `weaves` is what is woven, if not what these specs need; `names` tells what the code that creates monitors names, if other
 * code creates none.
 */
export function packSpecs(
  prepared: readonly PreparedSpec[],
  strategy: ChosenStrategy,
  weaves?: NamedWeavePlan,
  names?: Names,
): PackedSpecs {
  const judged: PreparedSpec[] = []
  const left: LeftOut[] = []
  for (const spec of prepared) {
    const missed = missedEvents(spec, strategy)
    if (missed.length === 0) judged.push(spec)
    else left.push(leftOut(spec.metadata.id, missed, strategy.name))
  }
  const modules: Record<string, CodeModule> = {}
  const files: Record<string, string> = {}
  const specs: SelectedSpec[] = []
  // Processes read one file: beside what is not in the catalogue's, copies of what is.
  const ownTexts = judged.every(isOfCatalogue) && strategy.modules.length === 0 ? undefined : new TextPacker()
  const copied = catalogueText()
  const placeOf = (text: string | PackedText): PackedText => {
    if (ownTexts === undefined) return text as PackedText
    return ownTexts.pack(typeof text === 'string' ? text : copied(text))
  }
  const packModules = (own: readonly SpecModule[]): void => {
    for (const { file, text, ...rest } of own) modules[file] ??= { text: placeOf(text), ...rest }
  }
  for (const { metadata, data, modules: own } of judged) {
    specs.push({ id: metadata.id, data: placeOf(data) })
    if (own.length > 0) files[metadata.id] = own[0]!.file
    packModules(own)
  }
  packModules(strategy.modules)
  const joined = joinPlans(judged.map((spec) => spec.plan))
  const woven = weaves ?? named(weavingOf(joined, strategy))
  const needed = names === undefined ? joined : leaveUnnamed(joined, names, (spec) => judged[spec]!.sparesLanguage)
  const [own] = strategy.modules
  const code = {
    ...(Object.keys(modules).length === 0 ? {} : { code: packCode({ specs: files, modules }) }),
    ...(own === undefined ? {} : { ownStrategy: own.file }),
  }
  return {
    texts: ownTexts?.texts,
    described: { specs, left, plan: placePlan(needed), ...(woven === undefined ? {} : { weaves: woven }), ...code },
  }
}

/**
 * What is woven for all specs, for runs that watch some of them: the next change selects others, and what is woven for those
 * of one run is of no use to another. A name too many costs a store; weaving a project anew costs more than monitoring it.
 * Undefined where a run weaves for its own: calls that woven text tells of are told to those who asked for them.
 */
export function weavesFor(all: readonly PreparedSpec[], strategy: ChosenStrategy): NamedWeavePlan | undefined {
  const judged = all.filter((spec) => missedEvents(spec, strategy).length === 0)
  const plan = weavingOf(joinPlans(judged.map((spec) => spec.plan)), strategy)
  return plan?.hookCalls === undefined ? named(plan) : undefined
}

function weavingOf(joined: PackedPlan, { name }: ChosenStrategy): WeavePlan | undefined {
  return strategies[name]?.weaves(unpackPlan(joined, []))
}

function named(plan: WeavePlan | undefined): NamedWeavePlan | undefined {
  return plan === undefined ? undefined : { name: namePlan(plan), plan: packWeavePlan(plan) }
}

/** A user's strategy is asked in the processes themselves. */
function missedEvents({ blindSpots }: PreparedSpec, { name }: ChosenStrategy): readonly string[] {
  return blindSpots[name] ?? []
}

function isOfCatalogue({ data, modules }: PreparedSpec): boolean {
  return typeof data !== 'string' && modules.every(({ text }) => typeof text !== 'string')
}

/** Texts of the catalogue, from the file that the build wrote. */
function catalogueText(): (place: PackedText) => string {
  let texts: Buffer | undefined
  return ([start, end]) => (texts ??= readFileSync(catalogueTexts)).toString('utf8', start, end)
}
