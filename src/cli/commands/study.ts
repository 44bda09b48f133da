/**
 * `jsmop study run|worker|report|export`: evaluations over many projects (`docs/studies.md`). The work is done by
 * `src/study`; here are its files, its terminal and its places.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { UserError } from '../../diagnostics/user-error.ts'
import { checkStudy } from '../../study/check-study.ts'
import { conductStudy, type Conducting, type Progress } from '../../study/conduct-study.ts'
import { describeMachine } from '../../study/describe-machine.ts'
import { exportCsv, exportJson, readExport } from '../../study/export-study.ts'
import { LocalPool } from '../../study/local-pool.ts'
import { withMachine } from '../../study/machine-lock.ts'
import type { Workplace } from '../../study/perform-run.ts'
import type { Pool } from '../../study/pool.ts'
import { prepareSubjects } from '../../study/prepare-subject.ts'
import { QueuePool } from '../../study/queue-pool.ts'
import { startQueueWorker } from '../../study/queue-worker.ts'
import { renderHtml } from '../../study/report/render-html.ts'
import { renderMarkdown } from '../../study/report/render-markdown.ts'
import { reportStudy, summarise } from '../../study/report/report-study.ts'
import { studyData } from '../../study/report/study-data.ts'
import { loadDistributions } from '../../study/statistics/distributions.ts'
import { type StudyRecords, StudyStore } from '../../study/study-store.ts'
import { studyKind, type StudyReport, type StudyTask, studyWork } from '../../study/study-work.ts'
import type { Study } from '../../study/study.ts'
import { sampleWork, tuneKind } from '../../study/tune/evaluate-sample.ts'
import { type CommandFunction, type CommandInput, exitCode } from '../command.ts'
import { importModule } from '../import-module.ts'
import type { Io } from '../io.ts'
import { ownCommandLine } from '../own-command-line.ts'
import { version } from '../version.ts'

type Action = (input: CommandInput, io: Io) => Promise<number>

const actions: Readonly<Record<string, Action>> = {
  run: runStudy,
  worker: runWorker,
  report: writeReport,
  export: exportStudy,
}

export const study: CommandFunction = (input, io) => {
  const [name, ...positionals] = input.positionals
  const action = actions[name!]
  if (action === undefined) {
    throw new UserError({
      code: 'unexpected-argument',
      message: `jsmop study does not know what to do with "${name}"`,
      remedy: `Write jsmop study ${Object.keys(actions).join('|')} …`,
    })
  }
  return action({ ...input, positionals }, io)
}

async function runStudy({ positionals, options }: CommandInput, io: Io): Promise<number> {
  const whole = await readStudy(positionals[0], io)
  const chosen = chooseParts(whole, options)
  const store = await StudyStore.open(storeFile(options['out'], whole.name, io))
  const workplace: Workplace = { jsmop: ownCommandLine(), cache: cacheFolder(options, io) }
  const parallel = countOption('parallel', options['parallel'] ?? '1')
  const exclusive = parallel === 1
  const queue = options['queue'] as string | undefined
  const pool: Pool<StudyTask, StudyReport> =
    queue === undefined
      ? new LocalPool(studyWork(workplace), parallel)
      : await QueuePool.open(queue, { kind: studyKind })
  try {
    refuseMixture(store, chosen.instructions)
    store.setFact('study', whole.name)
    store.setFact('instructions', chosen.instructions)
    store.setFact('machine', describeMachine(version()))
    store.setFact('parallel', parallel)
    await conductStudy({
      study: chosen,
      store,
      pool,
      exclusive,
      workers: parallel,
      ...(queue === undefined ? { prepare: prepareHere(workplace, exclusive) } : {}),
      onProgress: (progress) => io.stderr.write(`${progressLine(progress)}\n`),
    })
  } finally {
    await pool.close()
    store.close()
  }
  return exitCode.ok
}

function prepareHere({ cache }: Workplace, exclusive: boolean): NonNullable<Conducting['prepare']> {
  return (subjects, refuse) => {
    const prepare = () => prepareSubjects(subjects, cache, refuse)
    return exclusive ? withMachine(prepare) : prepare()
  }
}

/** Until it is interrupted; the task at hand is finished first, a second interruption ends it at once. */
async function runWorker({ options }: CommandInput, io: Io): Promise<number> {
  const queue = options['queue']
  if (typeof queue !== 'string') {
    throw new UserError({
      code: 'missing-option',
      message: 'jsmop study worker needs --queue',
      remedy: 'Name the Redis that the study uses: jsmop study worker --queue redis://host:6379',
    })
  }
  const workplace: Workplace = { jsmop: ownCommandLine(), cache: cacheFolder(options, io) }
  const onEvent = (event: string) => io.stderr.write(`${event}\n`)
  const works = { [studyKind]: studyWork(workplace), [tuneKind]: sampleWork(workplace.jsmop, { ...io.env }) }
  const worker = await startQueueWorker(queue, works, { onEvent })
  onEvent('waiting for tasks')
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await worker.close()
  return exitCode.ok
}

/** Into a folder: Markdown, HTML, pictures, and a summary for other programs; or one of the two on standard output. */
async function writeReport({ positionals, options }: CommandInput, io: Io): Promise<number> {
  const data = studyData(await readResults(positionals[0], io))
  const report = reportStudy(data, await loadDistributions())
  const { out } = options
  if (typeof out !== 'string') {
    io.stdout.write(options['format'] === 'html' ? renderHtml(report) : renderMarkdown(report))
    return exitCode.ok
  }
  const folder = path.resolve(io.cwd, out)
  mkdirSync(folder, { recursive: true })
  const write = (name: string, content: string) => writeFileSync(path.join(folder, name), content)
  write('report.md', renderMarkdown(report))
  write('report.html', renderHtml(report))
  for (const part of report.sections.flatMap(({ parts }) => parts))
    if (part.kind === 'chart') write(`${part.name}.svg`, part.svg)
  const { name, machine, parallel } = data
  const summary = { schema: 1, name, machine, parallel, configurations: summarise(data) }
  write('summary.json', `${JSON.stringify(summary, null, 2)}\n`)
  return exitCode.ok
}

async function exportStudy({ positionals, options }: CommandInput, io: Io): Promise<number> {
  const records = await readResults(positionals[0], io)
  const content = options['format'] === 'csv' ? exportCsv(records) : exportJson(records)
  const { out } = options
  if (typeof out !== 'string') io.stdout.write(content)
  else writeFileSync(path.resolve(io.cwd, out), out.endsWith('.gz') ? gzipSync(content) : content)
  return exitCode.ok
}

async function readStudy(name: string | undefined, io: Io): Promise<Study> {
  if (name === undefined) throw missing('the file that describes the study', 'jsmop study run my.study.json')
  const file = path.resolve(io.cwd, name)
  let content: unknown
  try {
    content = file.endsWith('.json') ? JSON.parse(readFileSync(file, 'utf8')) : await importModule(file)
  } catch (error) {
    throw new UserError({
      code: 'unreadable-study',
      message: `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'Name a JSON file, or a TypeScript or JavaScript module whose default export is the study.',
      cause: error,
    })
  }
  return checkStudy(content, file)
}

/** Less of a study than its file says: some subjects, some configurations, fewer repetitions. */
function chooseParts(study: Study, options: CommandInput['options']): Study {
  const only = options['only'] as readonly string[] | undefined
  const names = options['configuration'] as readonly string[] | undefined
  refuseUnknown(
    '--only',
    only,
    study.projects.map(({ name }) => name),
  )
  refuseUnknown(
    '--configuration',
    names,
    study.configurations.map(({ name }) => name),
  )
  return {
    ...study,
    projects: study.projects.filter(({ name }) => only?.includes(name) ?? true),
    configurations: study.configurations.filter(({ name }) => names?.includes(name) ?? true),
    instructions: options['instructions'] === true,
    ...(options['repetitions'] === undefined
      ? {}
      : { repetitions: countOption('repetitions', options['repetitions']) }),
  }
}

/** Times of runs that were counted would be compared with times of others. */
function refuseMixture(store: StudyStore, instructions: boolean): void {
  const before = store.fact('instructions')
  if (before === undefined || before === instructions) return
  throw new UserError({
    code: 'mixed-study',
    message: `these results are ${before === true ? 'counts of instructions' : 'times'}`,
    remedy: 'Name another file with --out: times and counts are kept apart.',
  })
}

function refuseUnknown(option: string, wanted: readonly string[] | undefined, known: readonly string[]): void {
  const unknown = wanted?.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new UserError({
    code: 'bad-option-value',
    message: `${option} cannot be "${unknown}"`,
    remedy: `The study has ${known.join(', ')}.`,
  })
}

function countOption(name: string, value: unknown): number {
  if (typeof value === 'string' && /^[1-9]\d*$/.test(value)) return Number(value)
  throw new UserError({
    code: 'bad-option-value',
    message: `--${name} cannot be "${String(value)}"`,
    remedy: 'Give a whole number of at least 1.',
  })
}

function storeFile(out: unknown, name: string, io: Io): string {
  const file = path.resolve(io.cwd, typeof out === 'string' ? out : path.join('.jsmop', 'studies', `${name}.db`))
  mkdirSync(path.dirname(file), { recursive: true })
  return file
}

/** A store, or an export of one: `.json`, or `.json.gz`. */
async function readResults(name: string | undefined, io: Io): Promise<StudyRecords> {
  if (name === undefined) throw missing("the file of a study's results", 'jsmop study report .jsmop/studies/my.db')
  const file = path.resolve(io.cwd, name)
  if (!existsSync(file)) {
    throw new UserError({
      code: 'no-study-results',
      message: `there are no results of a study at ${name}`,
      remedy: 'Name the file that `jsmop study run` wrote, .jsmop/studies/<name>.db unless --out named another.',
    })
  }
  if (file.endsWith('.json')) return readExport(readFileSync(file, 'utf8'))
  if (file.endsWith('.json.gz')) return readExport(gunzipSync(readFileSync(file)).toString('utf8'))
  return StudyStore.open(file)
}

function missing(what: string, example: string): UserError {
  return new UserError({
    code: 'missing-argument',
    message: `jsmop study needs ${what}`,
    remedy: `For instance: ${example}`,
  })
}

/** Outside of any project: what tests write and read beside them must not be ours. */
function cacheFolder(options: CommandInput['options'], io: Io): string {
  if (typeof options['cache'] === 'string') return path.resolve(io.cwd, options['cache'])
  return path.join(io.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'jsmop-studies')
}

function progressLine({ done, total, remainingMs, last }: Progress): string {
  const left = remainingMs === undefined ? '' : `, ${duration(remainingMs)} left`
  return `[${done}/${total}${left}] ${last}`
}

function duration(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
