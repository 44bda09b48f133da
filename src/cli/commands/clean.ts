/** `jsmop clean`: empties the cache and removes old runs. Settings and the baseline stay. */

import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { type CommandFunction, exitCode } from '../command.ts'
import { cacheFolder, homeFolder, latestRun, runsOf } from '../folders.ts'

export const clean: CommandFunction = ({ options }, io) => {
  const home = homeFolder(io.cwd)
  const latest = latestRun(home)
  const kept = options['all'] === true || latest === undefined ? undefined : statSync(latest).ino
  const old = runsOf(home).filter((run) => statSync(run).ino !== kept)
  for (const run of old) rmSync(run, { recursive: true, force: true })
  if (options['all'] === true) rmSync(home, { recursive: true, force: true })
  const cache = cacheFolder(io.cwd)
  const size = sizeOf(cache)
  rmSync(cache, { recursive: true, force: true })
  const runsText = old.length === 1 ? '1 run' : `${old.length} runs`
  const keptText = kept === undefined ? '' : ' (the latest stays; --all removes it too)'
  io.stdout.write(`Removed ${runsText}${keptText} and ${(size / 1e6).toFixed(1)} MB of cache.\n`)
  return exitCode.ok
}

function sizeOf(place: string): number {
  const status = statSync(place, { throwIfNoEntry: false })
  if (status === undefined) return 0
  if (!status.isDirectory()) return status.size
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0)
}
