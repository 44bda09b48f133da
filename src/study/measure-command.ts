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
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** The pipe that the first line reads closes when we die, however that happens: nothing of ours is left running then. */
const script = `
  ( read -r _ <&3; kill -KILL -- -$$ ) & watch=$!
  exec 3<&-
  TIMEFORMAT='%3U %3S'
  { time { ( eval "$1" ); } >/dev/null 2>&1; } 2>"$2"
  code=$?
  kill $watch
  wait $watch 2>/dev/null
  exit $code`

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
    const child = spawn('bash', ['-c', script, 'bash', command, times], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const tree = new ProcessTree(child.pid ?? 0)
    /** CPU time of each process when last seen: all that is known of a tree that had to be ended. */
    const seen = new Map<number, number>()
    let peak = 0
    let stopped: MeasuredCommand['stopped']
    const look = (): void => {
      const members = tree.members()
      const resident = members.reduce((sum, { residentBytes }) => sum + residentBytes, 0)
      peak = Math.max(peak, resident)
      for (const { pid, cpu } of members) seen.set(pid, cpu)
      if (performance.now() - started > limits.seconds * 1000) stopped ??= 'time limit'
      else if (resident > limits.megabytes * 1e6) stopped ??= 'memory limit'
      if (stopped !== undefined) end(members)
    }
    const timer = setInterval(look, interval)
    child.on('error', (error) => {
      clearInterval(timer)
      reject(error)
    })
    const finish = async (code: number | null, signal: NodeJS.Signals | null): Promise<void> => {
      clearInterval(timer)
      const wallMs = performance.now() - started
      const left = tree.members()
      for (let alive = left; alive.length > 0; alive = tree.members()) {
        end(alive)
        await sleep(10)
      }
      const own = readTimes(times) ?? [...seen.values()].reduce((sum, cpu) => sum + cpu, 0)
      resolve({
        exitCode: code ?? (signal === null ? 0 : 128 + 9),
        stopped,
        wallMs,
        cpuMs: own + left.reduce((sum, { cpu }) => sum + cpu, 0),
        peakBytes: peak === 0 ? undefined : peak,
      })
    }
    child.on('exit', (code, signal) => void finish(code, signal).catch(reject))
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

/** Milliseconds; undefined when bash was ended before it could write them. */
function readTimes(file: string): number | undefined {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (text === '') return undefined
  return text.split(/\s+/).reduce((sum, seconds) => sum + Number(seconds) * 1000, 0)
}
