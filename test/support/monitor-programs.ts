/**
 * Runs programs under the built command line, many in one run, and tells what was found in which of them. Every program has
 * a process or a thread of its own (`run-programs.mjs`), so what it leaves behind is judged at its own end. A run has a
 * folder for temporary files of its own: what programs leave there goes with it, and no other run finds it.
 */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Result, Violation } from '#src/report/result.ts'
import { databaseEnvironment } from './databases.ts'
import { run } from './packed-package.ts'
import type { Program, ReportedLines } from './spec-folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const commandLine = path.join(root, 'dist/jsmop.cjs')
const runner = path.join(root, 'test/support/run-programs.mjs')

interface Outcome {
  /** The exit code, or the signal that ended it. */
  readonly code: number | string
  readonly output: string
}

export interface MonitoredPrograms {
  readonly outcomes: Readonly<Record<string, Outcome>>
  /** By absolute path of the blamed file. */
  readonly violations: ReadonlyMap<string, readonly Violation[]>
  /** Parts of JSMOP that failed, and what could not be watched. */
  readonly faults: readonly string[]
  /** Names of the events that were signalled, by spec; only of a run with `record`. */
  readonly events: ReadonlyMap<string, ReadonlySet<string>>
}

export async function monitorPrograms(
  programs: readonly Program[],
  { as, options, record = false }: { as: 'processes' | 'threads'; options: readonly string[]; record?: boolean },
): Promise<MonitoredPrograms> {
  const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-specs-'))
  try {
    const list = path.join(folder, 'list.json')
    const outcomes = path.join(folder, 'outcomes.json')
    const logs = path.join(folder, 'logs')
    const temporary = path.join(folder, 'tmp')
    mkdirSync(temporary)
    writeFileSync(list, JSON.stringify({ programs: programs.map(({ file }) => file), as, outcomes }))
    const ended = await run(
      [
        ...['node', commandLine, '--out', folder, '--fail-on', 'never', '--reporter', 'json'].concat(options),
        ...(record ? ['--record', logs] : []),
        '--',
        'node',
        runner,
        list,
      ],
      {
        cwd: root,
        env: { ...(await databaseEnvironment(programs.map(({ lines }) => lines.join('\n')))), TMPDIR: temporary },
      },
    )
    if (ended.code !== 0) throw new Error(`jsmop ended with ${ended.code}:\n${ended.stdout}\n${ended.stderr}`)
    const result = JSON.parse(readFileSync(path.join(folder, 'result.json'), 'utf8')) as Result
    return {
      outcomes: JSON.parse(readFileSync(outcomes, 'utf8')) as Record<string, Outcome>,
      violations: byFile(result.violations),
      faults: [
        ...result.disabled.map(({ part, why }) => `${part}: ${why}`),
        ...result.unparsed.map(({ file, why }) => `${file}: ${why}`),
      ],
      events: record ? signalled(logs) : new Map(),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What keeps a run from saying anything: parts that failed, programs that did not come to a good end. */
export function runFaults({ faults, outcomes }: MonitoredPrograms, programs: readonly Program[]): string[] {
  return [
    ...faults,
    ...programs
      .filter(({ file }) => outcomes[file]?.code !== 0)
      .map(({ file, name }) => `${name} ended with ${outcomes[file]?.code}:\n${outcomes[file]?.output}`),
  ]
}

/** By program, the lines that were reported, and by which specs. */
export function reportedLines({ violations }: MonitoredPrograms, programs: readonly Program[]): ReportedLines[] {
  return programs.map(({ name, file }) => ({
    name,
    lines: (violations.get(file) ?? []).map(({ spec, line }) => `${line} ${spec}`).sort(),
  }))
}

function byFile(violations: readonly Violation[]): Map<string, Violation[]> {
  const files = new Map<string, Violation[]>()
  for (const violation of violations) {
    const file = path.resolve(root, violation.file)
    files.set(file, [...(files.get(file) ?? []), violation])
  }
  return files
}

function signalled(logs: string): Map<string, Set<string>> {
  const events = new Map<string, Set<string>>()
  if (!existsSync(logs)) return events
  for (const entry of readdirSync(logs, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const spec = path.relative(logs, entry.parentPath).split(path.sep).join('/')
    const names = events.get(spec) ?? new Set()
    events.set(spec, names)
    const lines = readFileSync(path.join(entry.parentPath, entry.name), 'utf8').split('\n').slice(1, -1)
    for (const line of lines) {
      const { event } = JSON.parse(line) as { event?: string }
      if (event !== undefined) names.add(event)
    }
  }
  return events
}
