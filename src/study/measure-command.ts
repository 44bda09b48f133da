/**
 * Runs a command and measures its whole process tree: wall time, CPU time, peak memory, within limits. bash starts the
 * command, because its `time` reads `getrusage` of everything that was waited for, to the millisecond, which Node does not
 * offer; processes that are still alive at the end are added by the clock's ticks and then ended. The peak is the
 * largest sum of resident memory seen when looking every `interval`; pages that processes share count in each.
 *
 * Rejected: control groups (exact, but they need rights that containers and laptops rarely give), `perf stat` (a right of
 * its own), `/usr/bin/time` (often not installed, 10 ms).
 */

import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ProcessTree } from './process-table.ts'
import type { Limits } from './study.ts'

export interface MeasuredCommand {
  /** As a shell would give it: 128 + n for a signal. */
  readonly exitCode: number
  /** Why it did not come to its own end. */
  readonly stopped: 'time limit' | 'memory limit' | undefined
  readonly wallMs: number
  readonly cpuMs: number
  /** Bytes; undefined where there is no `/proc`. */
  readonly peakBytes: number | undefined
}

/** Looking at all processes takes 1–3 ms. */
const interval = 50

/** Its output goes nowhere unless it redirects it. `scratch` is a folder for a file of ours. */
export function measureCommand(
  command: string,
  options: { cwd: string; env: NodeJS.ProcessEnv; limits: Limits; scratch: string },
): Promise<MeasuredCommand> {
  const { cwd, env, limits, scratch } = options
  const times = path.join(scratch, 'times')
  rmSync(times, { force: true })
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const script = `TIMEFORMAT='%3U %3S'; { time { eval "$1"; } >/dev/null 2>&1; } 2>"$2"`
    const child = spawn('bash', ['-c', script, 'bash', command, times], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    const tree = new ProcessTree(child.pid ?? 0)
    let peak = 0
    let stopped: MeasuredCommand['stopped']
    const look = (): void => {
      const members = tree.members()
      const resident = members.reduce((sum, { residentBytes }) => sum + residentBytes, 0)
      peak = Math.max(peak, resident)
      if (performance.now() - started > limits.seconds * 1000) stopped ??= 'time limit'
      else if (resident > limits.megabytes * 1e6) stopped ??= 'memory limit'
      if (stopped !== undefined) end(members)
    }
    const timer = setInterval(look, interval)
    child.on('error', (error) => {
      clearInterval(timer)
      reject(error)
    })
    child.on('exit', (code, signal) => {
      clearInterval(timer)
      const wallMs = performance.now() - started
      const left = tree.members()
      end(left)
      const [user = 0, system = 0] = readTimes(times)
      resolve({
        exitCode: code ?? (signal === null ? 0 : 128 + 9),
        stopped,
        wallMs,
        cpuMs: (user + system) * 1000 + left.reduce((sum, { cpu }) => sum + cpu, 0),
        peakBytes: peak === 0 ? undefined : peak,
      })
    })
  })
}

function end(members: readonly { readonly pid: number }[]): void {
  for (const { pid } of members) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
}

function readTimes(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').trim().split(/\s+/).map(Number)
  } catch {
    return []
  }
}
