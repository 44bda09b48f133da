/** Which package manager and test runner a project uses, from its `package.json` and lockfiles. */

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { UserError } from '../diagnostics/user-error.ts'

export const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'] as const
export type PackageManager = (typeof packageManagers)[number]

export interface Project {
  readonly manifest: Readonly<Record<string, unknown>>
  readonly manager: PackageManager
  /** The runner's name, or undefined when none is recognised. */
  readonly runner: string | undefined
  /** The `test` script, if there is one. */
  readonly test: string | undefined
}

const lockfiles: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lockb', 'bun'],
  ['bun.lock', 'bun'],
  ['package-lock.json', 'npm'],
]

const runners: readonly (readonly [RegExp, string])[] = [
  [/\bvitest\b/, 'vitest'],
  [/\bjest\b/, 'jest'],
  [/\bmocha\b/, 'mocha'],
  [/\bava\b/, 'ava'],
  [/\bnode\b.*\s--test\b/, 'node:test'],
]

export function findProject(cwd: string): Project {
  const manifest = readManifest(cwd)
  const scripts = (manifest['scripts'] ?? {}) as Record<string, string>
  const dependencies = Object.keys({
    ...(manifest['dependencies'] as object),
    ...(manifest['devDependencies'] as object),
  })
  const test = scripts['test']
  const named = runners.find(([pattern]) => test !== undefined && pattern.test(test))?.[1]
  return {
    manifest,
    manager: managerOf(manifest, cwd),
    runner: named ?? runners.map(([, name]) => name).find((name) => dependencies.includes(name)),
    test: test !== undefined && !/no test specified/.test(test) ? test : undefined,
  }
}

function readManifest(cwd: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path.join(cwd, 'package.json'), 'utf8')) as Record<string, unknown>
  } catch (error) {
    throw new UserError({
      code: 'no-package',
      message: `package.json cannot be read here: ${(error as Error).message}`,
      remedy: 'Go to the folder of a project, or make one with `npm init`.',
      cause: error,
    })
  }
}

/** What `package.json` declares, else whose lockfile is nearest. */
function managerOf(manifest: Readonly<Record<string, unknown>>, cwd: string): PackageManager {
  const declared = typeof manifest['packageManager'] === 'string' ? manifest['packageManager'].split('@')[0] : undefined
  const known = packageManagers.find((name) => name === declared)
  if (known !== undefined) return known
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const found = lockfiles.find(([file]) => existsSync(path.join(folder, file)))
    if (found !== undefined) return found[1]
    if (path.dirname(folder) === folder) return 'npm'
  }
}
