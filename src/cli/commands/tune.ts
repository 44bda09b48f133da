/**
 * `jsmop tune -- <command>`: searches the hyperparameters of selective monitoring for a project by running its command
 * again and again (`study/tune`), here or by the workers of a queue. Each run is remembered when it ends, so an
 * interrupted search goes on where it was.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeAtomically } from '../../load/write-atomically.ts'
import { UserError } from '../../diagnostics/user-error.ts'
import { discoveryOptions } from '../../engine/select/discovery.ts'
import { paperOptions } from '../../engine/select/bandit.ts'
import { LocalPool } from '../../study/local-pool.ts'
import type { Pool } from '../../study/pool.ts'
import { QueuePool } from '../../study/queue-pool.ts'
import { type SampleReport, type SampleTask, sampleWork, tuneKind } from '../../study/tune/evaluate-sample.ts'
import type { Point, Trial } from '../../study/tune/parzen.ts'
import { type Policy, sampleSpaces, sampleText } from '../../study/tune/sample-space.ts'
import {
  changedFiles,
  checksums,
  type Evaluation,
  type Objective,
  readTuning,
  type StoredTuning,
  tuningFile,
} from '../../study/tune/stored-tuning.ts'
import { tune as search } from '../../study/tune/tune.ts'
import { type CommandFunction, type CommandInput, exitCode, type OptionValues } from '../command.ts'
import { homeFolder } from '../folders.ts'
import type { Io } from '../io.ts'
import { ownCommandLine } from '../own-command-line.ts'
import { version } from '../version.ts'

/** Kept at least, where time counts as well. */
const enough = 0.97

/** The lag that `--sample` takes when none is given. */
const usual: Readonly<Record<Policy, Point>> = {
  valg: { ...discoveryOptions, lag: 4 },
  paper: { ...paperOptions, alpha: 0.9, lag: 4 },
}

export const tune: CommandFunction = async (input, io) => {
  const { queue } = input.options
  const pool: Pool<SampleTask, SampleReport> =
    typeof queue === 'string'
      ? await QueuePool.open(queue, { kind: tuneKind })
      : new LocalPool(sampleWork(ownCommandLine(), { ...io.env }), numberOf(input.options, 'parallel', 1))
  try {
    return await tuneWith(pool, input, io)
  } finally {
    await pool.close()
  }
}

async function tuneWith(
  pool: Pool<SampleTask, SampleReport>,
  { positionals: command, options }: CommandInput,
  io: Io,
): Promise<number> {
  const trials = numberOf(options, 'trials', 100)
  const policy = (options['policy'] as Policy | undefined) ?? 'valg'
  const objective = (options['objective'] as Objective | undefined) ?? 'traces'
  const chosen = specOptions(options)
  const task = (sample: string): SampleTask => ({
    cwd: io.cwd,
    command,
    options: chosen,
    sample,
    limits: { seconds: numberOf(options, 'seconds', 3600), megabytes: 65_536 },
  })
  const name = `${io.cwd} ${new Date().toISOString()}`
  const run = async (sample: string): Promise<SampleReport> => {
    let found: SampleReport | undefined
    await pool.submit(
      `${name} ${sample}`,
      () => task(sample),
      (report) => (found = report),
    )
    return found!
  }

  let tuning =
    options['fresh'] === true ? undefined : continued(readTuning(io.cwd), { command, chosen, policy, objective }, io)
  if (tuning === undefined) {
    progress(io, 'running with every monitor')
    const { evaluation, exitCode: code, files } = await run('none')
    if (evaluation === null || evaluation.uniqueTraces === 0) throw nothingToTune(code)
    tuning = {
      schema: 1,
      jsmop: version(),
      when: new Date().toISOString(),
      command,
      options: chosen,
      policy,
      objective,
      full: evaluation,
      trials: [],
      best: 'valg:default',
      files: checksums(files, io.cwd),
    }
  }
  const store = (point: Point, evaluation: Evaluation | null): void => {
    const all = [...tuning!.trials, { point, sample: sampleText(policy, point), evaluation }]
    tuning = { ...tuning!, when: new Date().toISOString(), trials: all, best: bestOf(all, tuning!.full, objective) }
    keep(tuning, io.cwd)
    const last = evaluation === null ? 'failed' : describe(evaluation, tuning.full)
    progress(io, `[${all.length}/${trials}] ${last}`)
  }
  // What everyone has without tuning comes first: nothing worse than it is kept.
  if (tuning.trials.length === 0 && trials > 0)
    store(usual[policy], (await run(sampleText(policy, usual[policy]))).evaluation)
  await search<SampleTask, SampleReport>({
    name,
    space: sampleSpaces[policy],
    trials,
    known: tuning.trials.map(({ point, evaluation }): Trial => ({ point, losses: losses(evaluation, objective) })),
    parallel: numberOf(options, 'parallel', 1),
    seed: numberOf(options, 'seed', 1),
    pool,
    task: (point) => task(sampleText(policy, point)),
    losses: ({ evaluation }) => losses(evaluation, objective),
    onTrial: ({ point }, { evaluation }) => store(point, evaluation),
  })
  progress(io, '')
  io.stdout.write(report(tuning))
  return exitCode.ok
}

/** A search of the same thing that is not finished, or to be prolonged. */
function continued(
  stored: StoredTuning | undefined,
  asked: { command: readonly string[]; chosen: readonly string[]; policy: Policy; objective: Objective },
  io: Io,
): StoredTuning | undefined {
  if (stored === undefined) return undefined
  const { command, options, policy, objective } = stored
  const same = JSON.stringify([command, options, policy, objective]) === JSON.stringify(Object.values(asked))
  if (!same) return undefined
  const { changed, of } = changedFiles(stored, io.cwd)
  if (changed > 0) {
    io.stderr.write(`${changed} of ${of} files have changed since the stored tuning: starting over.\n`)
    return undefined
  }
  io.stderr.write(`Going on after ${stored.trials.length} evaluations (--fresh starts over).\n`)
  return stored
}

/** Traces that are lost, then monitors that are not needed; with two objectives traces and time. */
function losses(evaluation: Evaluation | null, objective: Objective): readonly number[] | undefined {
  if (evaluation === null) return undefined
  const { uniqueTraces, monitors, cpuMs } = evaluation
  // A trace outweighs any number of monitors.
  return objective === 'both' ? [-uniqueTraces, cpuMs] : [monitors / (monitors + 1e6) - uniqueTraces]
}

function bestOf(trials: StoredTuning['trials'], full: Evaluation, objective: Objective): string {
  const ended = trials.flatMap(({ sample, evaluation }) => (evaluation === null ? [] : [{ sample, evaluation }]))
  const loss = ({ evaluation }: (typeof ended)[number]): number => {
    const kept = evaluation.uniqueTraces / full.uniqueTraces
    if (objective === 'both' && kept >= enough) return evaluation.cpuMs / (evaluation.cpuMs + 1e9) - 2
    return losses(evaluation, 'traces')![0]! / full.uniqueTraces
  }
  return ended.toSorted((a, b) => loss(a) - loss(b))[0]?.sample ?? 'valg:default'
}

function keep(tuning: StoredTuning, cwd: string): void {
  const home = homeFolder(cwd)
  mkdirSync(home, { recursive: true })
  writeFileSync(path.join(home, '.gitignore'), '*\n')
  writeAtomically(tuningFile(cwd), `${JSON.stringify(tuning, null, 2)}\n`)
}

function report({ full, trials, best, command }: StoredTuning): string {
  const of = (sample: string | undefined) => trials.find((trial) => trial.sample === sample)?.evaluation ?? undefined
  const [first] = trials
  const lines = [
    `${trials.length} evaluations of ${command.join(' ')}:`,
    `  every monitor   ${describe(full, full)}`,
    ...(first?.evaluation == null ? [] : [`  without tuning  ${describe(first.evaluation, full)}`]),
    ...(of(best) === undefined ? [] : [`  tuned           ${describe(of(best)!, full)}`]),
    `Best: --sample ${best}`,
    '`jsmop run --sample valg` uses it from here on.',
  ]
  return `${lines.join('\n')}\n`
}

function describe({ uniqueTraces, monitors, cpuMs }: Evaluation, full: Evaluation): string {
  const kept = ((100 * uniqueTraces) / full.uniqueTraces).toFixed(1)
  const count = (n: number) => n.toLocaleString('en')
  return `${kept} % of ${count(full.uniqueTraces)} unique traces, ${count(monitors)} monitors, ${(cpuMs / 1000).toFixed(2)} s of CPU`
}

/** On a terminal written over, elsewhere a line each. */
function progress({ stderr }: Io, text: string): void {
  if (stderr.isTTY === true) stderr.write(`\r\u001B[K${text.slice(0, (stderr.columns ?? 80) - 1)}`)
  else if (text !== '') stderr.write(`${text}\n`)
}

/** The options that decide what is watched, as given. */
function specOptions(options: OptionValues): string[] {
  return ['preset', 'spec', 'spec-file', 'strategy'].flatMap((name) =>
    [options[name] ?? []].flat().flatMap((value) => [`--${name}`, String(value)]),
  )
}

function numberOf(options: OptionValues, name: string, otherwise: number): number {
  const text = options[name]
  if (text === undefined) return otherwise
  if (typeof text === 'string' && /^\d+$/.test(text) && Number(text) > 0) return Number(text)
  throw new UserError({
    code: 'bad-option-value',
    message: `--${name} cannot be "${String(text)}"`,
    remedy: 'Give a whole number above 0.',
  })
}

function nothingToTune(code: number): UserError {
  return new UserError({
    code: 'nothing-to-tune',
    message: `the command left no traces to tune on (it ended with code ${code})`,
    remedy: 'See that `jsmop run --algo E -- <command>` works, and that some spec is about what the command does.',
  })
}
