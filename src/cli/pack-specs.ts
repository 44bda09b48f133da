/**
 * Puts chosen specs together for monitored processes: their data and modules as texts in a row, with one plan for all. The
 * last step before a run; what each spec needs was found out before (`prepare-spec.ts`).
 *
 * Where a change leaves some specs out, texts are woven for all: the next change selects others, and what is woven for those
 * of one run is of no use to another. A name too many costs a store; weaving a project anew costs more than monitoring it.
 */

import { joinPlans, unpackPlan } from '../instrument/plan/pack-plan.ts'
import { strategies } from '../instrument/strategy.ts'
import { packWeavePlan } from '../instrument/weave/weave-plan.ts'
import type { PackedText, RunFile, SelectedSpec } from '../load/run-file.ts'
import type { CodeModule } from '../load/spec-code.ts'
import { type LeftOut, leftOut } from '../runtime/blind-spots.ts'
import type { PreparedSpec, SpecModule } from './prepare-spec.ts'
import type { ChosenStrategy } from './read-strategy.ts'

export interface PackedSpecs {
  /** What the file of packed texts holds. */
  readonly texts: string
  /** What the run file says of the specs. */
  readonly described: Pick<RunFile, 'specs' | 'left' | 'plan' | 'weaves' | 'code' | 'ownStrategy'>
}

/** `all` are those that other runs of the project may watch, the prepared ones among them. */
export function packSpecs(
  prepared: readonly PreparedSpec[],
  all: readonly PreparedSpec[],
  strategy: ChosenStrategy,
): PackedSpecs {
  const texts: string[] = []
  let length = 0
  const pack = (text: string): PackedText => {
    texts.push(text)
    const start = length
    length += Buffer.byteLength(text)
    return [start, length]
  }
  const judged: PreparedSpec[] = []
  const left: LeftOut[] = []
  for (const spec of prepared) {
    // A user's strategy is asked in the processes themselves.
    const missed = spec.blindSpots[strategy.name] ?? []
    if (missed.length === 0) judged.push(spec)
    else left.push(leftOut(spec.metadata.id, missed, strategy.name))
  }
  const modules: Record<string, CodeModule> = {}
  const files: Record<string, string> = {}
  const specs: SelectedSpec[] = []
  const packModules = (own: readonly SpecModule[]): void => {
    for (const { file, text, ...rest } of own) modules[file] ??= { text: pack(text), ...rest }
  }
  for (const { metadata, data, modules: own } of judged) {
    specs.push({ id: metadata.id, data: pack(data) })
    if (own.length > 0) files[metadata.id] = own[0]!.file
    packModules(own)
  }
  packModules(strategy.modules)
  const plan = joinPlans(judged.map((spec) => spec.plan))
  const [own] = strategy.modules
  const code = {
    ...(Object.keys(modules).length === 0 ? {} : { code: { specs: files, modules } }),
    ...(own === undefined ? {} : { ownStrategy: own.file }),
  }
  const weaves = prepared.length < all.length ? weavesFor(all, strategy) : {}
  return { texts: texts.join(''), described: { specs, left, plan, ...weaves, ...code } }
}

/** Nothing where processes decide: calls that woven text tells of are told to those who asked for them. */
function weavesFor(all: readonly PreparedSpec[], { name }: ChosenStrategy): Pick<RunFile, 'weaves'> {
  const judged = all.filter(({ blindSpots }) => (blindSpots[name] ?? []).length === 0)
  const plan = strategies[name]?.weaves(unpackPlan(joinPlans(judged.map((spec) => spec.plan)), []))
  return plan === undefined || plan.hookCalls !== undefined ? {} : { weaves: packWeavePlan(plan) }
}
