/** Which version `--since` names: the last run's, a commit, a state that was saved, or a baseline, which only knows violations. */

import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { readState, type StoredState } from '../../evolve/evolution-state.ts'
import { GitVersion } from '../../evolve/git-version.ts'
import type { Configuration } from '../configuration.ts'
import { homeFolder, stateOf } from '../folders.ts'
import type { Io } from '../io.ts'

/** With the state of the last run, which knows violations. */
export type EarlierVersion =
  | { readonly kind: 'state'; readonly stored: StoredState }
  | { readonly kind: 'commit'; readonly git: GitVersion; readonly stored: StoredState }
  | { readonly kind: 'baseline'; readonly stored: StoredState }
  | { readonly kind: 'nothing'; readonly stored: StoredState }

export function earlierVersion({ since }: Configuration, { cwd }: Io): EarlierVersion {
  const last = readState(stateOf(homeFolder(cwd)))
  if (since === undefined) return { kind: 'nothing', stored: last }
  if (since === 'last') return { kind: 'state', stored: last }
  const place = path.resolve(cwd, since)
  if (existsSync(place)) {
    const file = statSync(place).isDirectory() ? stateOf(place) : place
    const stored = readState(file)
    if (stored.kind === 'state' || path.basename(file) === 'state.json') return { kind: 'state', stored }
    return { kind: 'baseline', stored: last }
  }
  return { kind: 'commit', git: GitVersion.find(since, cwd), stored: last }
}
