/**
 * Settings of selective monitoring that were tuned on a project, for configurations that ask for them: searched once, by
 * `jsmop tune` on the first version of the project that is run, and kept in the cache for all others, as a project would
 * that tunes now and then.
 */

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { measureCommand } from './measure-command.ts'
import type { Configuration, Subject } from './study.ts'
import { type StoredTuning, tuningFile } from './tune/stored-tuning.ts'

export interface TuningPlace {
  /** The subject's folder. */
  readonly folder: string
  readonly cache: string
  /** The command line of JSMOP. */
  readonly jsmop: string
  readonly env: NodeJS.ProcessEnv
  readonly scratch: string
  /** Makes a word of a shell command. */
  readonly quote: (word: string) => string
}

/** Hours for one search. */
const patience = 12

/** As `--sample` takes it. */
export async function tunedSample(
  { project, test }: Subject,
  { options, tune }: Configuration,
  { folder, cache, jsmop, env, scratch, quote }: TuningPlace,
): Promise<string> {
  const words = ['tune', '--fresh', '--trials', String(tune), ...specOptions(options), '--', 'bash', '-c', test]
  const digest = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 12)
  const kept = path.join(cache, 'tuning', `${project.replaceAll(/[^\w.@+-]+/g, '-')}-${digest}.json`)
  if (!existsSync(kept)) {
    const command = [process.execPath, jsmop, ...words].map(quote).join(' ')
    const limits = { seconds: patience * 3600, megabytes: 65_536 }
    await measureCommand(`${command} >/dev/null 2>&1`, { cwd: folder, env, limits, scratch })
    mkdirSync(path.dirname(kept), { recursive: true })
    if (existsSync(tuningFile(folder))) renameSync(tuningFile(folder), kept)
    // Nothing of it may reach the runs of other configurations.
    rmSync(path.join(folder, '.jsmop'), { recursive: true, force: true })
  }
  if (!existsSync(kept)) return 'valg:default'
  return (JSON.parse(readFileSync(kept, 'utf8')) as StoredTuning).best
}

/** Those that choose what is watched: the others `jsmop tune` does not take. */
function specOptions(options: readonly string[]): string[] {
  const taken = ['--preset', '--spec', '--spec-file', '--strategy']
  return options.filter((word, i) => taken.includes(word) || taken.includes(options[i - 1] ?? ''))
}
