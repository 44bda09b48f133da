/**
 * A commit as the version to compare with: which files differ from it in what counts, which lines it had. Asks git, three
 * times at most; files that git says are the same are not looked at.
 */

import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { UserError } from '../diagnostics/user-error.ts'
import { cleanChecksum, digest, jsonChecksum } from './clean-checksum.ts'
import { isCode } from './project-files.ts'
import type { ProjectSnapshot } from './project-snapshot.ts'
import { isConfiguration, readConfiguration } from './read-configuration.ts'
import { scanTokens } from './scan-tokens.ts'

export interface GitChanges {
  /** Files that are new or differ in what counts. */
  readonly changed: readonly string[]
  readonly deleted: readonly string[]
  /** Files whose change may change everything: configurations, lockfiles. */
  readonly configurations: readonly string[]
}

const lockfiles = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
])

export class GitVersion {
  readonly commit: string
  readonly #root: string

  private constructor(commit: string, root: string) {
    this.commit = commit
    this.#root = root
  }

  /** `name` is a commit, a branch, a tag. */
  static find(name: string, root: string): GitVersion {
    const commit = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])?.trim()
    if (commit === undefined)
      throw new UserError({
        code: 'unknown-version',
        message: `--since cannot be "${name}": it is no commit of this repository, and no file`,
        remedy:
          'Give `last`, a commit, a branch or a tag that is fetched, or a file that a run has left (.jsmop/state.json, a baseline).',
      })
    return new GitVersion(commit, root)
  }

  changes(snapshot: ProjectSnapshot): GitChanges {
    const status =
      git(this.#root, ['diff', '--name-status', '--no-renames', '--relative', '-z', this.commit, '--', '.']) ?? ''
    const parts = status.split('\0')
    const changed: string[] = []
    const deleted: string[] = []
    const configurations: string[] = []
    for (let i = 0; i + 1 < parts.length; i += 2) {
      const file = parts[i + 1]!
      if (lockfiles.has(path.posix.basename(file))) configurations.push(file)
      else if (isConfiguration(file) || path.posix.basename(file) === 'package.json') {
        const sets = this.#configurationChanged(file, snapshot)
        if (sets && snapshot.isLocal(file)) changed.push(...snapshot.modulesBelow(path.posix.dirname(file)))
        else if (sets) configurations.push(file)
        if (snapshot.graph.has(file)) changed.push(file)
      } else if (parts[i] === 'D') deleted.push(file)
      else if (parts[i] === 'A' || this.#differs(file, snapshot)) changed.push(file)
    }
    const added = git(this.#root, ['ls-files', '--others', '--exclude-standard', '-z']) ?? ''
    return { changed: [...changed, ...added.split('\0').filter((file) => file !== '')], deleted, configurations }
  }

  text(file: string): string | undefined {
    return git(this.#root, ['show', `${this.commit}:./${file}`])
  }

  #differs(file: string, snapshot: ProjectSnapshot): boolean {
    const text = this.text(file)
    if (text === undefined || !snapshot.graph.has(file)) return true
    const sum = isCode(file)
      ? cleanChecksum(scanTokens(text), text)
      : file.endsWith('.json')
        ? jsonChecksum(text)
        : digest(text)
    return sum !== snapshot.checksumOf(file)
  }

  #configurationChanged(file: string, snapshot: ProjectSnapshot): boolean {
    const text = this.text(file)
    const before = text === undefined ? undefined : snapshot.configurationChecksum(readConfiguration(file, text))
    return before !== snapshot.checksumOfConfiguration(file)
  }
}

function git(root: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', ['-C', root, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    })
  } catch {
    return undefined
  }
}
