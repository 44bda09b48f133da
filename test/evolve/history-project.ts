/** The project of `history.test.ts`: its versions in folders of their own, monitored as a user would. */

import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Result } from '#src/report/result.ts'
import { packedCommandLine, run } from '../support/packed-package.ts'
import { makeProject } from './project.ts'

const history = fileURLToPath(new URL('./fixtures/history/', import.meta.url))

const specs = ['shared-lists', 'checked-removal', 'utf8'].flatMap((name) => ['--spec-file', `specs/${name}.json`])
const bothTests = ['sh', '-c', 'node test/tc.js && node test/te.js']

/** Runs the tests of a version with `--since last`, unless told otherwise. */
export async function monitor(
  root: string,
  options: readonly string[] = [],
  command: readonly string[] = bothTests,
): Promise<Result> {
  await monitorText(root, options, command)
  return JSON.parse(readFileSync(path.join(root, '.jsmop/latest/result.json'), 'utf8')) as Result
}

/** The same; gives what is written. */
export async function monitorText(
  root: string,
  options: readonly string[] = [],
  command: readonly string[] = bothTests,
): Promise<string> {
  const since = options.includes('--since') ? [] : ['--since', 'last']
  const ended = await run(['node', packedCommandLine(), 'run', ...specs, ...since, ...options, '--', ...command], {
    cwd: root,
  })
  expect([0, 3], ended.stderr).toContain(ended.code)
  return ended.stdout
}

export function baseProject(): string {
  const root = makeProject({})
  cpSync(path.join(history, 'base'), root, { recursive: true })
  mkdirSync(path.join(root, 'node_modules'))
  renameSync(path.join(root, 'packages/walker'), path.join(root, 'node_modules/walker'))
  rmSync(path.join(root, 'packages'), { recursive: true })
  return root
}

/** A version that follows on the base. */
export function change(base: string, name: string): string {
  const root = makeProject({})
  cpSync(base, root, { recursive: true })
  cpSync(path.join(history, name), root, { recursive: true })
  if (name === 'moved') rmSync(path.join(root, 'lib/d.js'))
  return root
}
