/** Shows a result in the formats that were asked for: on the terminal, or as files in the run's folder. */

import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { writeAtomically } from '../load/write-atomically.ts'
import { redactor } from '../report/redact-result.ts'
import type { Format, ReportContext, SpecDescription, Terminal } from '../report/reporter.ts'
import { reporters } from '../report/reporters.ts'
import type { Result } from '../report/result.ts'
import type { Io, Output } from './io.ts'
import { tracesOf } from './stored-result.ts'

export interface ReportSource {
  readonly folder: string
  /** Places are relative to it. */
  readonly cwd: string
  /** Asked for when something is told of one. */
  readonly specs: () => ReadonlyMap<string, SpecDescription>
  /** Patterns of what is not to be shown of sources. */
  readonly redact?: readonly string[]
  readonly other?: ReportContext['other']
}

/**
 * After a run: the command's own output is above, on standard output, where only what machines read may follow it, on a
 * line of its own. So text goes to standard error, and formats that are files become files.
 */
export async function writeReports(
  result: Result,
  formats: readonly Format[],
  source: ReportSource,
  io: Io,
): Promise<void> {
  const context = reportContext(source, io, io.stderr)
  for (const format of formats) {
    const { file, render } = reporters[format]
    let text: string
    try {
      text = await render(result, context)
    } catch (error) {
      // The run and its result are whole; a report can be made again.
      io.stderr.write(`This is a fault of JSMOP's: the ${format} report could not be made: ${(error as Error).stack}\n`)
      continue
    }
    if (file !== undefined) {
      const place = path.join(source.folder, file)
      writeAtomically(place, text)
      io.stderr.write(`${titles[format] ?? format} report: ${path.relative(io.cwd, place)}\n`)
    } else if (format === 'text') io.stderr.write(text)
    else io.stdout.write(`\n${text}`)
  }
}

const titles: Partial<Record<Format, string>> = { html: 'HTML', sarif: 'SARIF', junit: 'JUnit', badge: 'Badge' }

export function reportContext(
  { folder, cwd, specs, redact = [], other }: ReportSource,
  io: Io,
  output: Output,
): ReportContext {
  const sources = new Map<string, readonly string[] | undefined>()
  const hide = redactor(redact)
  let known: ReadonlyMap<string, SpecDescription> | undefined
  return {
    terminal: terminalOf(output, io),
    folder: path.relative(io.cwd, folder) || '.',
    get specs() {
      return (known ??= specs())
    },
    repositoryPath: repositoryPath(cwd, io.env),
    sourceLines: (file) => {
      if (!sources.has(file)) sources.set(file, readLines(path.resolve(cwd, file))?.map(hide))
      return sources.get(file)
    },
    traces: () => readBeginning(tracesOf(folder)),
    app: readReportApp,
    ...(other === undefined ? {} : { other }),
  }
}

/** Built with the package: beside `src` of what runs. */
function readReportApp(): { script: string; style: string } {
  const text = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
  return { script: text('report-app.js'), style: text('report-app.css') }
}

/** Annotations and code scanning want paths from the root of the repository, which a CI job may not be started in. */
function repositoryPath(cwd: string, env: Io['env']): string {
  const root = env['GITHUB_WORKSPACE'] ?? env['CI_PROJECT_DIR']
  if (root === undefined || root === '') return ''
  const relative = path.relative(root, cwd).split(path.sep).join('/')
  return relative === '' || relative.startsWith('..') || path.isAbsolute(relative) ? '' : `${relative}/`
}

function terminalOf(output: Output, { env }: Io): Terminal {
  return { width: output.columns ?? 80, colour: wantsColour(output, env), ascii: !isUnicode(env) }
}

function wantsColour(output: Output, env: Io['env']): boolean {
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0'
  return output.isTTY === true && env['TERM'] !== 'dumb'
}

function isUnicode(env: Io['env']): boolean {
  if (process.platform === 'win32') return env['WT_SESSION'] !== undefined || env['TERM_PROGRAM'] === 'vscode'
  return /utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || 'UTF-8')
}

/** A browser reads a page of this many bytes (64 MB) without trouble. */
const longestTraces = 64 * 2 ** 20

/** Whole lines from the beginning of a file that may be longer than any string. */
function readBeginning(file: string): { text: string; whole: boolean } | undefined {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) return undefined
  if (size <= longestTraces) return { text: readFileSync(file, 'utf8'), whole: true }
  const bytes = Buffer.alloc(longestTraces)
  const descriptor = openSync(file, 'r')
  const length = readSync(descriptor, bytes, 0, longestTraces, 0)
  closeSync(descriptor)
  return { text: bytes.toString('utf8', 0, bytes.lastIndexOf('\n', length - 1) + 1), whole: false }
}

function readLines(file: string): readonly string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)
  } catch {
    return undefined
  }
}
