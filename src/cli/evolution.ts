/**
 * `jsmop run --since …`: carries out what `src/evolve` decides. Before the command: which version to compare with, which
 * specs and modules to watch. After it: which violations are new, and the state for the next run.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { digest } from '../evolve/clean-checksum.ts'
import { changedNodes, type Decision, decide } from '../evolve/decide.ts'
import {
  type Circumstances,
  differenceOf,
  type EvolutionState,
  type StoredFunction,
  printState,
} from '../evolve/evolution-state.ts'
import { type FilteredCommand, filterTests } from '../evolve/filter-tests.ts'
import { GitVersion } from '../evolve/git-version.ts'
import { findIdempotentFunctions } from '../evolve/idempotent-functions.ts'
import {
  type Judgement,
  judgeViolations,
  type KnownViolation,
  lineDigests,
  LineMapping,
} from '../evolve/known-violations.ts'
import { type Priorities, prioritizeSpecs } from '../evolve/prioritize-specs.ts'
import { isModuleNode, ProjectSnapshot } from '../evolve/project-snapshot.ts'
import { type SignalWords, vocabularyOf } from '../evolve/signal-words.ts'
import { assumptions, variantOf, weaknessOf } from '../evolve/variant.ts'
import { isToolPackage, type WatchedCode } from '../load/own-code.ts'
import type { Evolution, Result, Violation } from '../report/result.ts'
import type { TraceSet } from '../report/trace-set.ts'
import type { ChosenSpec } from './choose-specs.ts'
import type { Configuration } from './configuration.ts'
import { homeFolder, stateOf } from './folders.ts'
import { type EarlierVersion, earlierVersion } from './earlier-version.ts'
import { phaseOf, readFirstPhase, writeFirstPhase } from './first-phase.ts'
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

/** How the command ended, and what its processes left besides the result. */
export interface RunOutcome {
  /** It came to its end by itself: the state may advance. */
  readonly complete: boolean
  /** When they were kept. */
  readonly traces: TraceSet | undefined
  /** Files that ran as something else than they are. */
  readonly mapped: ReadonlySet<string>
}

export class EvolutionRun {
  readonly decision: Decision
  readonly decisionMs: number
  readonly snapshot: ProjectSnapshot
  readonly #options: EvolutionRunOptions
  readonly #circumstances: Circumstances
  readonly #vocabulary: string
  readonly #earlier: EvolutionState | undefined
  /** Whether that version's violations are the known ones; else a baseline's are. */
  readonly #knows: boolean
  readonly #priorities: Priorities | undefined
  readonly #filtered: FilteredCommand | undefined

  constructor(options: EvolutionRunOptions) {
    const start = performance.now()
    this.#options = options
    const { values, chosen, command, io } = options
    const earlier = earlierVersion(values, io)
    const { stored } = earlier
    this.#earlier = stored.kind === 'state' ? stored.state : undefined
    this.#knows = earlier.kind !== 'baseline'
    const specs = chosen.map(({ words }) => words)
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
      specs: Object.fromEntries(chosen.map((spec) => [spec.metadata.id, spec.digest])),
      configurations: Object.fromEntries(this.snapshot.configurations),
      tools: Object.fromEntries(this.snapshot.tools),
    }
    this.decision = this.#decide(earlier, specs)
    this.#priorities = values.rpp ? this.#prioritize() : undefined
    this.#filtered = values.rts ? this.#filter() : undefined
    this.decisionMs = performance.now() - start
  }

  /** The specs to watch in this run: those that the change selects, of this phase. */
  get specs(): readonly ChosenSpec[] {
    const { decision } = this
    const { chosen, values } = this.#options
    const inPhase = this.#priorities?.[values.phase ?? 'critical']
    return chosen.filter(
      ({ metadata: { id } }) =>
        (decision.kind === 'full' || decision.specs.includes(id)) && (inPhase === undefined || inPhase.includes(id)),
    )
  }

  /** The command to run; undefined when there is none, since no test depends on what changed. */
  get command(): readonly string[] | undefined {
    if (this.#filtered?.kind !== 'filtered') return this.#options.command
    return this.#filtered.run.length === 0 ? undefined : this.#filtered.command
  }

  /** Whether a phase with specs to watch is left for the background. */
  get leavesBackground(): boolean {
    return this.#hasBackground && this.#options.values.phase === undefined
  }

  get #hasBackground(): boolean {
    const { decision } = this
    const background = this.#priorities?.background ?? []
    return background.some((id) => decision.kind === 'full' || decision.specs.includes(id))
  }

  /** The code to watch in this run. */
  get watched(): WatchedCode {
    const { decision, snapshot } = this
    if (decision.kind === 'full') return { libraries: this.#options.values.libraries }
    const excluded = decision.excluded.map((file) => path.join(snapshot.root, file))
    return { libraries: decision.libraries, excluded }
  }

  /** The file of known violations that `--since` names; undefined when it names a version. */
  get baseline(): string | undefined {
    return this.#knows ? undefined : this.#options.values.since
  }

  /** By spec, the places of idempotent functions that no change affects: objects from there need one monitor. */
  get once(): Readonly<Record<string, readonly string[]>> | undefined {
    const places: Record<string, string[]> = {}
    for (const { spec, file, creation } of this.#idempotent)
      (places[spec] ??= []).push(`${path.join(this.snapshot.root, file)}:${creation}`)
    return Object.keys(places).length === 0 ? undefined : places
  }

  get #idempotent(): readonly StoredFunction[] {
    const { decision, snapshot } = this
    const { idempotent, algo } = this.#options.values
    if (!idempotent || decision.kind !== 'selected' || !['D', 'E'].includes(algo)) return []
    const dependents = snapshot.graph.dependents(decision.changed)
    return (this.#earlier?.functions ?? []).filter(
      ({ file, text }) => !isReached(file, dependents, snapshot) && this.#textDigest(file) === text,
    )
  }

  #textDigest(file: string): string | undefined {
    const text = readText(path.join(this.snapshot.root, file))
    return text === undefined ? undefined : digest(text)
  }

  /** Marks what is new, and says what was decided. */
  finish(result: Result, { complete, traces, mapped }: RunOutcome): Result {
    const functions = traces === undefined ? undefined : this.#findFunctions(traces, mapped)
    const { since, rpp } = this.#options.values
    if (since === undefined && !rpp) {
      if (complete) this.#save(result, undefined, functions?.functions)
      return result
    }
    const judged = this.#judge(result, complete)
    const isNew = (violation: Violation): boolean | null =>
      judged === undefined || !this.#knows ? violation.new : violation.new !== false && judged.appeared.has(violation)
    const finished: Result = {
      ...result,
      violations: result.violations.map((violation) => ({ ...violation, new: isNew(violation) })),
      evolution: {
        ...this.#describe(judged),
        ...(functions === undefined
          ? {}
          : { idempotent: { functions: this.#idempotent.length, leftOut: functions.leftOut } }),
      },
    }
    if (complete) this.#save(result, judged, functions?.functions)
    return finished
  }

  /** What would be done, for people. */
  explain(): string {
    const { decision, snapshot } = this
    if (decision.kind === 'full') return `Everything would be monitored: ${decision.why}.\n`
    const lines = (title: string, names: Iterable<string>): string[] => {
      const sorted = [...names].sort()
      return [`${title}: ${sorted.length === 0 ? 'nothing' : sorted.join(', ')}`]
    }
    const { changed, affected, variant, excluded, libraries } = decision
    const modules = [...affected].filter(isModuleNode)
    return `${[
      ...lines('changed', changed),
      ...lines(`affected (${variant.name}, ${modules.length} of ${snapshot.modules.size} modules)`, modules),
      ...lines(
        `specs (${this.specs.length} of ${this.#options.chosen.length})`,
        this.specs.map(({ metadata }) => metadata.id),
      ),
      ...lines('not woven', libraries ? excluded : [...excluded, 'libraries']),
      ...(this.#filtered?.kind === 'filtered'
        ? lines(`tests (of ${this.#filtered.all.length})`, this.#filtered.run)
        : []),
      ...(this.#filtered?.kind === 'unfiltered' ? [`tests: all, since ${this.#filtered.why}`] : []),
    ].join('\n')}\n`
  }

  /** Those of this run, and those that were monitored only once, which this run cannot tell. */
  #findFunctions(
    traces: TraceSet,
    mapped: ReadonlySet<string>,
  ): { functions: StoredFunction[]; leftOut: Record<string, number> } {
    const { root } = this.snapshot
    const isMapped = (file: string): boolean => mapped.has(file) || mapped.has(pathToFileURL(file).href)
    const { functions, leftOut } = findIdempotentFunctions(traces, (file) => {
      const place = path.join(root, file)
      return /\.[cm]?js$/.test(file) && !isMapped(place) ? readText(place) : undefined
    })
    const found = functions.flatMap((one) => {
      const text = this.#textDigest(one.file)
      return text === undefined ? [] : [{ ...one, text }]
    })
    const key = ({ spec, file, creation }: StoredFunction): string => `${spec} ${file}:${creation}`
    const known = new Set(found.map(key))
    return { functions: [...found, ...this.#idempotent.filter((one) => !known.has(key(one)))], leftOut: { ...leftOut } }
  }

  #prioritize(): Priorities {
    const { values, chosen } = this.#options
    return prioritizeSpecs({
      specs: chosen.map(({ metadata }) => metadata.id),
      quiet: this.#earlier?.quiet,
      named: values.critical,
      before: this.#earlier?.critical,
    })
  }

  #filter(): FilteredCommand {
    const { decision, snapshot } = this
    const { command, io } = this.#options
    if (decision.kind === 'full') return { kind: 'unfiltered', why: decision.why }
    const manifest = JSON.parse(readText(path.join(io.cwd, 'package.json')) ?? '{}') as Record<string, unknown>
    return filterTests({
      command,
      scripts: (manifest['scripts'] ?? {}) as Record<string, string>,
      tests: snapshot.tests(),
      wanted: snapshot.graph.dependents(decision.changed),
      namesTests: (runner) => {
        const own = [...snapshot.configurations.keys()].filter((file) =>
          path.basename(file).replace(/^\./, '').startsWith(runner),
        )
        const texts = own.map((file) => readText(path.join(io.cwd, file)) ?? '')
        return [...texts, JSON.stringify(manifest[runner] ?? '')].some((text) => testKeys.test(text))
      },
    })
  }

  #decide(earlier: EarlierVersion, specs: readonly SignalWords[]): Decision {
    const { values } = this.#options
    const { snapshot } = this
    const variant = variantOf(values.variant)
    const selectFrom = (changed: readonly string[]): Decision =>
      decide({ snapshot, changed, variant, specs, libraries: values.libraries })
    switch (earlier.kind) {
      case 'nothing':
        return { kind: 'full', why: '--since names no version to compare with' }
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
    const { values } = this.#options
    const watched = new Set(this.specs.map(({ metadata }) => metadata.id))
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
        // Tests that were not run, and objects that were not sampled, could have shown it.
        complete &&
        values.sample === 'none' &&
        this.#filtered?.kind !== 'filtered' &&
        watched.has(spec) &&
        !excluded.has(file) &&
        (libraries || !/(?:^|\/)node_modules\//.test(file)),
      affected: (file) => decision.kind === 'full' || isReached(file, decision.reached, snapshot),
    })
  }

  /** Runs since a spec was violated last, for specs that ever were. */
  #quiet(violated: readonly string[]): Record<string, number> {
    const quiet: Record<string, number> = {}
    for (const [id, runs] of Object.entries(this.#earlier?.quiet ?? {})) quiet[id] = runs + 1
    for (const id of violated) quiet[id] = 0
    return quiet
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
      since: values.since ?? 'nothing',
      decision: decision.kind,
      ...(selected ? { variant: variant.name } : { why: decision.why }),
      changed: selected ? decision.changed : [],
      affected: selected ? [...decision.affected].filter(isModuleNode).length : snapshot.modules.size,
      modules: snapshot.modules.size,
      excluded: selected ? decision.excluded.length : 0,
      selected: this.specs.map(({ metadata }) => metadata.id),
      specs: chosen.length,
      decisionMs: Math.round(this.decisionMs * 10) / 10,
      known: judged === undefined ? 0 : judged.known.length,
      flaky: judged === undefined ? 0 : judged.flaky.size,
      gone: judged === undefined ? [] : judged.gone.map(({ spec, file, line }) => ({ spec, file, line })),
      assumptions: selected ? assumptions : [],
      ...(selected && weakness !== undefined ? { weakness } : {}),
      ...(this.#filtered === undefined ? {} : { tests: describeTests(this.#filtered) }),
      ...(this.#priorities === undefined ? {} : { phase: describePhase(this.#priorities, values) }),
    }
  }

  /**
   * A run in phases has looked at everything only after its second phase. Until then the state stays as it is, so that
   * the second phase starts from the same version as the first; what the first has found waits in a file of its own.
   */
  #save(
    result: Result,
    judged: Judgement<Violation> | undefined,
    functions: readonly StoredFunction[] | undefined,
  ): void {
    const { io, values } = this.#options
    const { snapshot } = this
    const home = homeFolder(io.cwd)
    mkdirSync(home, { recursive: true })
    writeFileSync(path.join(home, '.gitignore'), '*\n')
    const version = digest(JSON.stringify([...snapshot.checksums()]))
    const found: readonly KnownViolation[] =
      judged?.known ?? result.violations.map(({ spec, file, line, message }) => ({ spec, file, line, message }))
    if (this.#hasBackground && values.phase !== 'background') {
      const critical = found.filter(({ spec }) => this.#priorities!.critical.includes(spec))
      const violated = [...new Set(result.violations.map(({ spec }) => spec))]
      writeFirstPhase(home, { version, critical, violated })
      return
    }
    const first = values.phase === 'background' ? readFirstPhase(home, version) : undefined
    // Without the first phase's result its violations would return as new: the state stays behind.
    if (values.phase === 'background' && first === undefined) return
    rmSync(phaseOf(home), { force: true })
    const known =
      first === undefined
        ? found
        : [...found.filter(({ spec }) => !this.#priorities!.critical.includes(spec)), ...first.critical]
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
      ...(functions === undefined ? {} : { functions }),
      lines: Object.fromEntries(
        [...files].flatMap((file) => {
          const lines = this.#lines(file)
          return lines === undefined ? [] : [[file, lines]]
        }),
      ),
      quiet: this.#quiet([...result.violations.map(({ spec }) => spec), ...(first?.violated ?? [])]),
      ...(this.#priorities === undefined || this.#earlier === undefined ? {} : { critical: this.#priorities.critical }),
    }
    writeAtomically(stateOf(home), printState(state))
  }
}

/** For a run that compares with nothing: so that the next one that does finds this version. What fails is said, and costs that one a full run. */
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

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Keys of runners' configurations that decide which files are tests. */
const testKeys = /\b(?:spec|recursive|testMatch|testRegex|roots|projects|include|workspace|files)\b/

function describePhase({ moved }: Priorities, { phase = 'critical' }: Configuration): NonNullable<Evolution['phase']> {
  return { name: phase, moved: phase === 'critical' ? moved : [] }
}

function describeTests(filtered: FilteredCommand): NonNullable<Evolution['tests']> {
  if (filtered.kind === 'unfiltered') return { run: 0, of: 0, why: filtered.why }
  return { run: filtered.run.length, of: filtered.all.length }
}

/** Whether a change can be the cause of what happens in a file. What the snapshot does not know may be. */
function isReached(file: string, reached: ReadonlySet<string>, snapshot: ProjectSnapshot): boolean {
  if (snapshot.graph.has(file)) return reached.has(file)
  const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
  return folder === undefined || !snapshot.packages.has(folder) || reached.has(`npm:${folder}`)
}
