/**
 * `jsmop run --since …`: carries out what `src/evolve` decides. Before the command: which version to compare with, which
 * specs and modules to watch. After it: which violations are new, and the state for the next run.
 */

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { digest } from '../evolve/clean-checksum.ts'
import { changedNodes, type Decision, decide } from '../evolve/decide.ts'
import {
  type Circumstances,
  differenceOf,
  type EvolutionState,
  printState,
  readState,
  type StoredState,
} from '../evolve/evolution-state.ts'
import { GitVersion } from '../evolve/git-version.ts'
import {
  type Judgement,
  judgeViolations,
  type KnownViolation,
  lineDigests,
  LineMapping,
} from '../evolve/known-violations.ts'
import { isModuleNode, ProjectSnapshot } from '../evolve/project-snapshot.ts'
import { signalWordsOf, type SignalWords, vocabularyOf } from '../evolve/signal-words.ts'
import { assumptions, variantOf, weaknessOf } from '../evolve/variant.ts'
import { isToolPackage, type WatchedCode } from '../load/own-code.ts'
import type { Evolution, Result, Violation } from '../report/result.ts'
import type { ChosenSpec } from './choose-specs.ts'
import type { Configuration } from './configuration.ts'
import { homeFolder } from './folders.ts'
import type { Io } from './io.ts'
import { writeAtomically } from './stored-result.ts'
import { version } from './version.ts'

export interface EvolutionRunOptions {
  readonly values: Configuration
  /** All specs of the configuration; a run may watch fewer. */
  readonly chosen: readonly ChosenSpec[]
  readonly command: readonly string[]
  readonly io: Io
}

/** The version to compare with. */
type Earlier =
  | { readonly kind: 'state'; readonly stored: StoredState }
  | { readonly kind: 'commit'; readonly git: GitVersion; readonly stored: StoredState }
  | { readonly kind: 'baseline' }

export class EvolutionRun {
  readonly decision: Decision
  readonly decisionMs: number
  readonly snapshot: ProjectSnapshot
  readonly #options: EvolutionRunOptions
  readonly #circumstances: Circumstances
  readonly #vocabulary: string
  readonly #earlier: EvolutionState | undefined

  constructor(options: EvolutionRunOptions) {
    const start = performance.now()
    this.#options = options
    const { values, chosen, command, io } = options
    const earlier = earlierVersion(values.since, io)
    const stored = earlier.kind === 'baseline' ? undefined : earlier.stored
    this.#earlier = stored?.kind === 'state' ? stored.state : undefined
    const specs = chosen.map(({ compiled }) => signalWordsOf(compiled))
    const vocabulary = vocabularyOf(specs)
    this.#vocabulary = digest([...vocabulary].sort().join('\n'))
    this.snapshot = new ProjectSnapshot({
      root: io.cwd,
      command,
      vocabulary,
      known: this.#earlier?.vocabulary === this.#vocabulary ? this.#earlier : undefined,
      isTool: isToolPackage,
    })
    this.#circumstances = {
      jsmop: version(),
      node: process.version,
      command,
      strategy: values.strategy,
      libraries: values.libraries,
      specs: Object.fromEntries(chosen.map(({ compiled: { id }, file }) => [id, digest(readFileSync(file))])),
      configurations: Object.fromEntries(this.snapshot.configurations),
      tools: Object.fromEntries(this.snapshot.tools),
    }
    this.decision = this.#decide(earlier, specs)
    this.decisionMs = performance.now() - start
  }

  /** The specs to watch in this run. */
  get specs(): readonly ChosenSpec[] {
    const { decision } = this
    const { chosen } = this.#options
    return decision.kind === 'full' ? chosen : chosen.filter(({ compiled }) => decision.specs.includes(compiled.id))
  }

  /** The code to watch in this run. */
  get watched(): WatchedCode {
    const { decision, snapshot } = this
    if (decision.kind === 'full') return { libraries: this.#options.values.libraries }
    const excluded = decision.excluded.map((file) => path.join(snapshot.root, file))
    return { libraries: decision.libraries, excluded }
  }

  /** Marks what is new, and says what was decided. `complete`: the command came to its end, so the state may advance. */
  finish(result: Result, complete: boolean): Result {
    if (this.#options.values.since === undefined) {
      if (complete) this.#save(result, undefined)
      return result
    }
    const judged = this.#judge(result, complete)
    const isNew = (violation: Violation): boolean | null =>
      judged === undefined ? violation.new : violation.new !== false && judged.appeared.has(violation)
    const finished: Result = {
      ...result,
      violations: result.violations.map((violation) => ({ ...violation, new: isNew(violation) })),
      evolution: this.#describe(judged),
    }
    if (complete) this.#save(result, judged)
    return finished
  }

  #decide(earlier: Earlier, specs: readonly SignalWords[]): Decision {
    const { values } = this.#options
    const { snapshot } = this
    const variant = variantOf(values.variant)
    const selectFrom = (changed: readonly string[]): Decision =>
      decide({ snapshot, changed, variant, specs, libraries: values.libraries })
    switch (earlier.kind) {
      case 'baseline':
        return { kind: 'full', why: 'a baseline tells violations, not what the code was' }
      case 'commit': {
        const { changed, deleted, configurations } = earlier.git.changes(snapshot)
        if (configurations.length > 0) return { kind: 'full', why: `${configurations.join(', ')} changed` }
        const nodes = new Set([
          ...changed.filter((file) => snapshot.graph.has(file)),
          ...snapshot.importersOf(new Set(deleted)),
        ])
        return selectFrom([...nodes])
      }
      case 'state': {
        if (earlier.stored.kind === 'none') return { kind: 'full', why: earlier.stored.why }
        const { state } = earlier.stored
        const why = differenceOf(state.circumstances, this.#circumstances)
        return why === undefined
          ? selectFrom(changedNodes(state.checksums, snapshot.checksums()))
          : { kind: 'full', why }
      }
    }
  }

  /** Undefined when nothing is known of violations of an earlier version. */
  #judge(result: Result, complete: boolean): Judgement<Violation> | undefined {
    const state = this.#earlier
    if (state === undefined) return undefined
    const { decision, snapshot } = this
    const watched = new Set(this.specs.map(({ compiled }) => compiled.id))
    const { libraries } = this.watched
    const excluded = new Set(decision.kind === 'full' ? [] : decision.excluded)
    return judgeViolations({
      found: result.violations,
      before: state.violations,
      mapping: new LineMapping({
        before: state.lines,
        after: (file) => this.#lines(file),
        added: [...snapshot.modules.keys()].filter((file) => state.checksums[file] === undefined),
      }),
      monitored: ({ spec, file }) =>
        complete && watched.has(spec) && !excluded.has(file) && (libraries || !/(?:^|\/)node_modules\//.test(file)),
      affected: (file) => decision.kind === 'full' || isReached(file, decision.reached, snapshot),
    })
  }

  #lines(file: string): readonly string[] | undefined {
    try {
      return lineDigests(readFileSync(path.join(this.snapshot.root, file), 'utf8'))
    } catch {
      return undefined
    }
  }

  #describe(judged: Judgement<Violation> | undefined): Evolution {
    const { values, chosen } = this.#options
    const { decision, snapshot } = this
    const variant = variantOf(values.variant)
    const selected = decision.kind !== 'full'
    const weakness = weaknessOf(variant)
    return {
      since: values.since ?? 'last',
      decision: decision.kind,
      ...(selected ? { variant: variant.name } : { why: decision.why }),
      changed: selected ? decision.changed : [],
      affected: selected ? [...decision.affected].filter(isModuleNode).length : snapshot.modules.size,
      modules: snapshot.modules.size,
      excluded: selected ? decision.excluded.length : 0,
      selected: this.specs.map(({ compiled }) => compiled.id),
      specs: chosen.length,
      decisionMs: Math.round(this.decisionMs * 10) / 10,
      known: judged === undefined ? 0 : judged.known.length,
      flaky: judged === undefined ? 0 : judged.flaky.size,
      gone: judged === undefined ? [] : judged.gone.map(({ spec, file, line }) => ({ spec, file, line })),
      assumptions: selected ? assumptions : [],
      ...(selected && weakness !== undefined ? { weakness } : {}),
    }
  }

  #save(result: Result, judged: Judgement<Violation> | undefined): void {
    const { io } = this.#options
    const { snapshot } = this
    const known: readonly KnownViolation[] =
      judged?.known ?? result.violations.map(({ spec, file, line, message }) => ({ spec, file, line, message }))
    const files = new Set(known.map(({ file }) => file))
    // Facts of this version, and of packages what was learned of their code.
    const state: EvolutionState = {
      circumstances: this.#circumstances,
      commit: GitVersion.current(io.cwd) ?? null,
      vocabulary: this.#vocabulary,
      checksums: Object.fromEntries(snapshot.checksums()),
      modules: Object.fromEntries(snapshot.modules),
      packages: Object.fromEntries(snapshot.packages),
      data: Object.fromEntries(snapshot.data),
      installation: snapshot.installation,
      violations: known,
      lines: Object.fromEntries(
        [...files].flatMap((file) => {
          const lines = this.#lines(file)
          return lines === undefined ? [] : [[file, lines]]
        }),
      ),
      quiet: quietAfter(this.#earlier?.quiet ?? {}, result, this.specs),
    }
    const home = homeFolder(io.cwd)
    mkdirSync(home, { recursive: true })
    writeFileSync(path.join(home, '.gitignore'), '*\n')
    writeAtomically(stateOf(home), printState(state))
  }
}

/** For a run that compares with nothing: so that the next one can. What fails is said, and costs that one a full run. */
export function recordVersion(options: EvolutionRunOptions): EvolutionRun | undefined {
  try {
    return new EvolutionRun(options)
  } catch (error) {
    options.io.stderr.write(
      `This is a fault of JSMOP's: the state for --since could not be kept: ${(error as Error).stack}\n`,
    )
    return undefined
  }
}

export function stateOf(home: string): string {
  return path.join(home, 'state.json')
}

/** Runs since a spec was violated last, for specs that ever were. */
function quietAfter(
  before: Readonly<Record<string, number>>,
  { violations }: Result,
  watched: readonly ChosenSpec[],
): Record<string, number> {
  const quiet: Record<string, number> = { ...before }
  for (const { compiled } of watched) if (quiet[compiled.id] !== undefined) quiet[compiled.id]! += 1
  for (const { spec } of violations) quiet[spec] = 0
  return quiet
}

function earlierVersion(since: string | undefined, { cwd }: Io): Earlier {
  const last = readState(stateOf(homeFolder(cwd)))
  if (since === undefined || since === 'last') return { kind: 'state', stored: last }
  const place = path.resolve(cwd, since)
  if (existsSync(place)) {
    const file = statSync(place).isDirectory() ? stateOf(place) : place
    const stored = readState(file)
    if (stored.kind === 'state' || path.basename(file) === 'state.json') return { kind: 'state', stored }
    return { kind: 'baseline' }
  }
  return { kind: 'commit', git: GitVersion.find(since, cwd), stored: last }
}

/** Whether a change can be the cause of what happens in a file. What the snapshot does not know may be. */
function isReached(file: string, reached: ReadonlySet<string>, snapshot: ProjectSnapshot): boolean {
  if (snapshot.graph.has(file)) return reached.has(file)
  const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
  return folder === undefined || !snapshot.packages.has(folder) || reached.has(`npm:${folder}`)
}
