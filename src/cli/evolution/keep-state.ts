/**
 * Leaves what a run has found for the next one. A run in phases has looked at everything only after its second phase. Until
 * then the state stays as it is, so that the second phase starts from the same version as the first; what the first has
 * found waits in a file of its own.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeAtomically } from '../../load/write-atomically.ts'
import { digest } from '../../evolve/clean-checksum.ts'
import { type EvolutionState, printState, type StoredFunction } from '../../evolve/evolution-state.ts'
import type { Judgement, KnownViolation } from '../../evolve/known-violations.ts'
import type { Result, Violation } from '../../report/result.ts'
import { stateOf } from '../folders.ts'
import { circumstancesOf } from './decide-since.ts'
import type { EvolutionRun } from './evolution-run.ts'
import { phaseOf, readFirstPhase, writeFirstPhase } from './first-phase.ts'

export function keepState(
  run: EvolutionRun,
  result: Result,
  judged: Judgement<Violation> | undefined,
  functions: readonly StoredFunction[] | undefined,
): void {
  const { snapshot, home, earlier, priorities } = run
  const { phase } = run.options.values
  mkdirSync(home, { recursive: true })
  writeFileSync(path.join(home, '.gitignore'), '*\n')
  const version = digest(JSON.stringify([...snapshot.checksums()]))
  const isCritical = ({ spec }: KnownViolation): boolean => priorities?.critical.includes(spec) === true
  const violated = [...new Set(result.violations.map(({ spec }) => spec))]
  const found: readonly KnownViolation[] =
    judged?.known ?? result.violations.map(({ spec, file, line, message }) => ({ spec, file, line, message }))
  if (run.hasBackground && phase !== 'background') {
    writeFirstPhase(home, { version, critical: found.filter(isCritical), violated })
    return
  }
  const first = phase === 'background' ? readFirstPhase(home, version) : undefined
  // Without the first phase's result its violations would return as new: the state stays behind.
  if (phase === 'background' && first === undefined) return
  rmSync(phaseOf(home), { force: true })
  const violations =
    first === undefined ? found : [...found.filter((violation) => !isCritical(violation)), ...first.critical]
  const state: EvolutionState = {
    ...snapshot.known,
    circumstances: circumstancesOf(run.setting, snapshot),
    vocabulary: run.vocabulary,
    checksums: Object.fromEntries(snapshot.checksums()),
    violations,
    ...(functions === undefined ? {} : { functions }),
    lines: linesOf(violations, run),
    quiet: quietRuns(earlier?.quiet ?? {}, [...violated, ...(first?.violated ?? [])]),
    ...(priorities === undefined || earlier === undefined ? {} : { critical: priorities.critical }),
  }
  writeAtomically(stateOf(home), printState(state))
}

/** Digests of the lines of files with violations. */
function linesOf(violations: readonly KnownViolation[], run: EvolutionRun): EvolutionState['lines'] {
  const files = new Set(violations.map(({ file }) => file))
  return Object.fromEntries(
    [...files].flatMap((file) => {
      const lines = run.lines(file)
      return lines === undefined ? [] : [[file, lines]]
    }),
  )
}

/** Runs since a spec was violated last, for specs that ever were. */
function quietRuns(before: Readonly<Record<string, number>>, violated: readonly string[]): Record<string, number> {
  const quiet: Record<string, number> = {}
  for (const [id, runs] of Object.entries(before)) quiet[id] = runs + 1
  for (const id of violated) quiet[id] = 0
  return quiet
}
