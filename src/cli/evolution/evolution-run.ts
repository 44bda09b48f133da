/**
 * `jsmop run --since …`: carries out what `src/evolve` decides. Before the command: which version to compare with, which
 * specs and modules to watch. After it: which violations are new, and the state for the next run.
 */

import path from 'node:path'
import { digest } from '../../evolve/clean-checksum.ts'
import type { Decision } from '../../evolve/decide.ts'
import type { EvolutionState, Setting, StoredFunction } from '../../evolve/evolution-state.ts'
import type { FilteredCommand } from '../../evolve/filter-tests.ts'
import { type Judgement, judgeViolations, lineDigests, LineMapping } from '../../evolve/known-violations.ts'
import { type Priorities, prioritizeSpecs } from '../../evolve/prioritize-specs.ts'
import { ProjectSnapshot } from '../../evolve/project-snapshot.ts'
import { vocabularyOf, withAsync } from '../../evolve/signal-words.ts'
import { milliseconds } from '../../instrument/patch/clock.ts'
import type { Names } from '../../instrument/plan/leave-unnamed.ts'
import { isToolPackage, packageFolder, type WatchedCode, wovenFiles } from '../../load/own-code.ts'
import type { Result, Violation } from '../../report/result.ts'
import type { TraceSet } from '../../report/trace-set.ts'
import type { ChosenSpec } from '../choose-specs.ts'
import type { Configuration } from '../configuration.ts'
import { homeFolder } from '../folders.ts'
import type { Io } from '../io.ts'
import type { SpecChoice } from '../spec-choice.ts'
import { decideSince, settingOf } from './decide-since.ts'
import { describeEvolution, explainDecision } from './describe-evolution.ts'
import { earlierVersion } from './earlier-version.ts'
import { keepState } from './keep-state.ts'
import { selectTests } from './select-tests.ts'
import { readText } from './source-text.ts'

export interface EvolutionRunOptions {
  readonly values: Configuration
  /** All specs of the configuration; a run may watch fewer. */
  readonly choice: SpecChoice
  readonly command: readonly string[]
  readonly io: Io
  /** When deciding began, by `milliseconds`. */
  readonly begun: number
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
  readonly priorities: Priorities | undefined
  readonly filtered: FilteredCommand | undefined
  readonly options: EvolutionRunOptions
  readonly setting: Setting
  /** The state that an earlier run has left. */
  readonly earlier: EvolutionState | undefined
  /** Whether that version's violations are the known ones; else a baseline's are. */
  readonly #knows: boolean
  readonly #words: ReadonlySet<string>
  /** Digest of the words that modules are searched for. */
  readonly vocabulary: string
  #snapshot: ProjectSnapshot | undefined

  constructor(options: EvolutionRunOptions) {
    this.options = options
    const { values, choice, command, io, begun } = options
    const version = earlierVersion(values, io)
    const { stored } = version
    this.earlier = stored.kind === 'state' ? stored.state : undefined
    this.#knows = version.kind !== 'baseline'
    const signals = choice.readSignals()
    const specs = signals.map(({ words }) => words)
    this.#words = vocabularyOf(specs)
    this.vocabulary = digest([...this.#words].sort().join('\n'))
    this.setting = settingOf(options, signals)
    this.decision = decideSince({ version, setting: this.setting, values, specs, snapshot: () => this.snapshot })
    this.priorities = values.rpp
      ? prioritizeSpecs({
          specs: choice.specs.map(({ id }) => id),
          quiet: this.earlier?.quiet,
          named: values.critical,
          before: this.earlier?.critical,
        })
      : undefined
    this.filtered = values.rts ? selectTests(this.decision, command, () => this.snapshot) : undefined
    this.decisionMs = milliseconds() - begun
  }

  /** This version. Where the earlier one says nothing it is not needed until the command runs. */
  get snapshot(): ProjectSnapshot {
    this.#snapshot ??= new ProjectSnapshot({
      root: this.options.io.cwd,
      command: this.options.command,
      vocabulary: this.#words,
      known: this.earlier?.vocabulary === this.vocabulary ? this.earlier : undefined,
      isTool: isToolPackage,
    })
    return this.#snapshot
  }

  /** The specs to watch in this run: those that the change selects, of this phase. */
  get specs(): readonly ChosenSpec[] {
    const { choice, values } = this.options
    const inPhase = this.priorities?.[values.phase ?? 'critical']
    return choice.specs.filter(({ id }) => this.#isSelected(id) && (inPhase === undefined || inPhase.includes(id)))
  }

  /** The command to run; undefined when there is none, since no test depends on what changed. */
  get command(): readonly string[] | undefined {
    if (this.filtered?.kind !== 'filtered') return this.options.command
    return this.filtered.run.length === 0 ? undefined : this.filtered.command
  }

  /** Whether a phase with specs to watch is left for the background. */
  get leavesBackground(): boolean {
    return this.hasBackground && this.options.values.phase === undefined
  }

  get hasBackground(): boolean {
    return this.priorities?.background.some((id) => this.#isSelected(id)) === true
  }

  /** The code to watch in this run. */
  get watched(): WatchedCode {
    const { decision } = this
    if (decision.kind === 'full') return { libraries: this.options.values.libraries }
    const inProject = (name: string): string => path.join(this.options.io.cwd, name)
    const { libraries, packages } = decision
    return {
      libraries,
      excluded: decision.excluded.map(inProject),
      ...(decision.idle.length === 0 ? {} : { idle: decision.idle.map(inProject) }),
      ...(packages === undefined ? {} : { packages: packages.map(inProject) }),
    }
  }

  /** Tells what affected code names, where no other code creates monitors. */
  get names(): Names | undefined {
    const { decision } = this
    if (decision.kind === 'full' || !decision.variant.onlyAffected) return undefined
    return (member, givenAsync) => decision.words.has(givenAsync ? withAsync(member) : member)
  }

  /** The file of known violations that `--since` names; undefined when it names a version. */
  get baseline(): string | undefined {
    return this.#knows ? undefined : this.options.values.since
  }

  /** By spec, the places of idempotent functions that no change affects: objects from there need one monitor. */
  get once(): Readonly<Record<string, readonly string[]>> | undefined {
    const places: Record<string, string[]> = {}
    for (const { spec, file, creation } of this.idempotent)
      (places[spec] ??= []).push(`${path.join(this.options.io.cwd, file)}:${creation}`)
    return Object.keys(places).length === 0 ? undefined : places
  }

  /** Idempotent functions of the earlier run that no change affects. */
  get idempotent(): readonly StoredFunction[] {
    const { decision, snapshot } = this
    const { idempotent, algo } = this.options.values
    if (!idempotent || decision.kind !== 'selected' || !['D', 'E'].includes(algo)) return []
    const dependents = snapshot.graph.dependents(decision.changed)
    return (this.earlier?.functions ?? []).filter(
      ({ file, text }) => !isReached(file, dependents, snapshot) && this.textDigest(file) === text,
    )
  }

  textDigest(file: string): string | undefined {
    const text = readText(this.options.io.cwd, file)
    return text === undefined ? undefined : digest(text)
  }

  lines(file: string): readonly string[] | undefined {
    const text = readText(this.options.io.cwd, file)
    return text === undefined ? undefined : lineDigests(text)
  }

  /** Marks what is new, and says what was decided. */
  async finish(result: Result, { complete, traces, mapped }: RunOutcome): Promise<Result> {
    // Finding functions takes a parser.
    const functions =
      traces === undefined ? undefined : (await import('./find-functions.ts')).findFunctions(this, traces, mapped)
    const { since, rpp } = this.options.values
    if (since === undefined && !rpp) {
      if (complete) keepState(this, result, undefined, functions?.functions)
      return result
    }
    const judged = this.#judge(result, complete)
    const isNew = (violation: Violation): boolean | null =>
      judged === undefined || !this.#knows ? violation.new : violation.new !== false && judged.appeared.has(violation)
    const finished: Result = {
      ...result,
      violations: result.violations.map((violation) => ({ ...violation, new: isNew(violation) })),
      evolution: {
        ...describeEvolution(this, judged),
        ...(functions === undefined
          ? {}
          : { idempotent: { functions: this.idempotent.length, leftOut: functions.leftOut } }),
      },
    }
    if (complete) keepState(this, result, judged, functions?.functions)
    return finished
  }

  /** What would be done, for people. */
  explain(): string {
    return explainDecision(this)
  }

  /** Where the results of the project are. */
  get home(): string {
    return homeFolder(this.options.io.cwd)
  }

  #isSelected(id: string): boolean {
    return this.decision.kind === 'full' || this.decision.specs.includes(id)
  }

  /** Undefined when nothing is known of violations of an earlier version. */
  #judge(result: Result, complete: boolean): Judgement<Violation> | undefined {
    const state = this.earlier
    if (state === undefined) return undefined
    const { decision, snapshot } = this
    const watched = new Set(this.specs.map(({ id }) => id))
    const isWoven = wovenFiles(this.watched)
    // What a process that was left alone may have run is not known to be gone.
    const alone = decision.kind === 'full' || decision.idle.length === 0 ? undefined : decision.idle
    const unseen = alone && snapshot.graph.dependees(alone)
    return judgeViolations({
      found: result.violations,
      before: state.violations,
      mapping: new LineMapping({
        before: state.lines,
        after: (file) => this.lines(file),
        added: [...snapshot.modules.keys()].filter((file) => state.checksums[file] === undefined),
      }),
      monitored: ({ spec, file }) =>
        // Tests that were not run, and objects that were not sampled, could have shown it.
        complete &&
        this.options.values.sample === 'none' &&
        this.filtered?.kind !== 'filtered' &&
        watched.has(spec) &&
        (unseen === undefined || !isReached(file, unseen, snapshot)) &&
        isWoven(path.join(this.options.io.cwd, file)),
      // What runs although nothing known loads it may have any cause.
      affected: (file) =>
        decision.kind === 'full' ||
        isReached(file, decision.reached, snapshot) ||
        (decision.loaded?.has(file) === false && snapshot.graph.has(file)),
    })
  }
}

/** For a run that compares with nothing: so that the next one that does finds this version. What fails is said, and costs that one a full run. */
export function recordVersion(options: Omit<EvolutionRunOptions, 'begun'>): EvolutionRun | undefined {
  try {
    const run = new EvolutionRun({ ...options, begun: milliseconds() })
    return run.snapshot === undefined ? undefined : run
  } catch (error) {
    options.io.stderr.write(
      `This is a fault of JSMOP's: the state for --since could not be kept: ${(error as Error).stack}\n`,
    )
    return undefined
  }
}

/** Whether a change can be the cause of what happens in a file. What the snapshot does not know may be. */
function isReached(file: string, reached: ReadonlySet<string>, snapshot: ProjectSnapshot): boolean {
  if (snapshot.graph.has(file)) return reached.has(file)
  const folder = packageFolder(file)
  return folder === '' || !snapshot.packages.has(folder) || reached.has(`npm:${folder}`)
}
