/**
 * Monitoring from a project's own configuration: the configuration of a runner imports one of the modules beside this one,
 * and the command that read it is started again by `jsmop run`, in the same terminal, with the same arguments. So one way
 * leads to monitoring, whatever starts it, and the run has the options of `jsmop.config` and ends with a report. In the
 * process that is started again the import does nothing.
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { isClaimed } from '../../runtime/claim-thread.ts'

/** Returns where monitoring is on already; ends the process otherwise. */
export function runMonitored(): void {
  // A process that was to be monitored and is not has said so, and goes on. Threads are their process's.
  if (!isMainThread || isClaimed() || process.env['JSMOP_RUN'] !== undefined) return
  const command = fileURLToPath(new URL('../../../jsmop.cjs', import.meta.url))
  const started = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const { status, signal, error } = spawnSync(process.execPath, [command, 'run', '--', ...started], {
    stdio: 'inherit',
  })
  if (error !== undefined) throw error
  if (signal !== null) process.kill(process.pid, signal)
  process.exit(status ?? 1)
}
