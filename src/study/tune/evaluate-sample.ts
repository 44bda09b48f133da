/** Runs a command once under a policy of selection and says what it kept and what it took: what tuning optimises. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Result } from '../../report/result.ts'
import { measureCommand } from '../measure-command.ts'
import { readTraces } from '../read-traces.ts'
import type { Limits } from '../study.ts'
import type { Work } from '../pool.ts'
import type { Evaluation } from './stored-tuning.ts'

export interface SampleTask {
  readonly cwd: string
  readonly command: readonly string[]
  /** Options that choose the specs. */
  readonly options: readonly string[]
  readonly sample: string
  readonly limits: Limits
}

export interface SampleReport {
  /** Null when the command did not end as a run should. */
  readonly evaluation: Evaluation | null
  readonly exitCode: number
  /** Files of the project that ran. */
  readonly files: readonly string[]
}

/** The name of this work in a queue. */
export const tuneKind = 'tune'

/** `jsmop` is the command line of JSMOP. The project is at the same place on every machine that does such work. */
export function sampleWork(jsmop: string, env: NodeJS.ProcessEnv): Work<SampleTask, SampleReport> {
  return async (task, report) => {
    const scratch = mkdtempSync(path.join(tmpdir(), 'jsmop-tune-'))
    try {
      const out = path.join(scratch, 'result')
      const { cwd, command, options, sample, limits } = task
      const words = ['run', ...options, '--algo', 'E', '--sample', sample, '--fail-on', 'never', '--out', out, '--']
      const line = [process.execPath, jsmop, ...words, ...command].map(quote).join(' ')
      const { cpuMs, exitCode } = await measureCommand(line, { cwd, env, limits, scratch })
      await report({ ...readEvaluation(out, cpuMs), exitCode }, task)
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  }
}

function readEvaluation(out: string, cpuMs: number): Pick<SampleReport, 'evaluation' | 'files'> {
  try {
    const { stats, violations, files = [] } = JSON.parse(readFileSync(path.join(out, 'result.json'), 'utf8')) as Result
    const { monitors } = stats
    const traces = path.join(out, 'traces.jsonl')
    const kept = existsSync(traces) ? readTraces(readFileSync(traces, 'utf8')) : undefined
    const uniqueTraces = kept?.digests.length ?? stats.uniqueTraces
    return { evaluation: { uniqueTraces, monitors, violations: violations.length, cpuMs }, files }
  } catch {
    return { evaluation: null, files: [] }
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
