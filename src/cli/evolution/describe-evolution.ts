/** What was decided and found out: for `result.json` and the reports, and for `--dry-run`. */

import type { FilteredCommand } from '../../evolve/filter-tests.ts'
import type { Judgement } from '../../evolve/known-violations.ts'
import type { Priorities } from '../../evolve/prioritize-specs.ts'
import { isModuleNode } from '../../evolve/project-snapshot.ts'
import { assumptions, variantOf, weaknessOf } from '../../evolve/variant.ts'
import type { Evolution, Violation } from '../../report/result.ts'
import type { Configuration } from '../configuration.ts'
import type { EvolutionRun } from './evolution-run.ts'

export function describeEvolution(run: EvolutionRun, judged: Judgement<Violation> | undefined): Evolution {
  const { decision, snapshot, filtered, priorities } = run
  const { values, choice } = run.options
  const variant = variantOf(values.variant)
  const selected = decision.kind !== 'full'
  const weakness = weaknessOf(variant, selected ? decision.disregarded : undefined)
  return {
    since: values.since ?? 'nothing',
    decision: decision.kind,
    ...(selected ? { variant: variant.name } : { why: decision.why }),
    changed: selected ? decision.changed : [],
    affected: selected ? [...decision.affected].filter(isModuleNode).length : snapshot.modules.size,
    modules: snapshot.modules.size,
    excluded: selected ? decision.excluded.length : 0,
    ...(selected && decision.idle.length > 0 ? { idle: decision.idle.length } : {}),
    selected: run.specs.map(({ id }) => id),
    specs: choice.specs.length,
    decisionMs: Math.round(run.decisionMs * 10) / 10,
    known: judged === undefined ? 0 : judged.known.length,
    flaky: judged === undefined ? 0 : judged.flaky.size,
    gone: judged === undefined ? [] : judged.gone.map(({ spec, file, line }) => ({ spec, file, line })),
    assumptions: selected && variant.name !== 'full' ? assumptions : [],
    ...(selected && weakness !== undefined ? { weakness } : {}),
    ...(filtered === undefined ? {} : { tests: describeTests(filtered) }),
    ...(priorities === undefined ? {} : { phase: describePhase(priorities, values) }),
  }
}

function describePhase({ moved }: Priorities, { phase = 'critical' }: Configuration): NonNullable<Evolution['phase']> {
  return { name: phase, moved: phase === 'critical' ? moved : [] }
}

function describeTests(filtered: FilteredCommand): NonNullable<Evolution['tests']> {
  if (filtered.kind === 'unfiltered') return { run: 0, of: 0, why: filtered.why }
  return { run: filtered.run.length, of: filtered.all.length }
}

export function explainDecision(run: EvolutionRun): string {
  const { decision, filtered } = run
  if (decision.kind === 'full') return `Everything would be monitored: ${decision.why}.\n`
  const { changed, affected, variant, idle, excluded, libraries, packages } = decision
  const modules = [...affected].filter(isModuleNode)
  const lines = [
    line('changed', changed),
    line(`affected (${variant.name}, ${modules.length} of ${run.snapshot.modules.size} modules)`, modules),
    line(
      `specs (${run.specs.length} of ${run.options.choice.specs.length})`,
      run.specs.map(({ id }) => id),
    ),
    line('not woven', [...excluded, ...(libraries ? unwovenPackages(run, packages) : ['libraries'])]),
  ]
  if (idle.length > 0) lines.push(line('left alone', idle))
  if (filtered?.kind === 'filtered') lines.push(line(`tests (of ${filtered.all.length})`, filtered.run))
  if (filtered?.kind === 'unfiltered') lines.push(`tests: all, since ${filtered.why}`)
  return `${lines.join('\n')}\n`
}

/** Names that are written out: nobody reads hundreds. */
const mostNames = 40

function line(title: string, names: Iterable<string>): string {
  const sorted = [...names].sort()
  const left = sorted.length - mostNames
  const shown = sorted.slice(0, mostNames).join(', ') || 'nothing'
  return `${title}: ${shown}${left > 0 ? ` and ${left} more` : ''}`
}

/** Packages of the program that no affected module reaches. */
function unwovenPackages({ snapshot }: EvolutionRun, woven: readonly string[] | undefined): string[] {
  return woven === undefined ? [] : [...snapshot.packages.keys()].filter((folder) => !woven.includes(folder))
}
