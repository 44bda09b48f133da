/**
 * `.jsmop/state.json`: what a run leaves for the next one. Small, made to be cached between CI jobs: paths are relative, and
 * a checkout that touches all times costs reading, nothing else. A first line holds the version and a digest of the rest,
 * so that a file that is missing, damaged or of another version is recognised and only costs a full run.
 */

import { readFileSync } from 'node:fs'
import { digest } from './clean-checksum.ts'
import type { IdempotentFunction } from './idempotent-functions.ts'
import type { Known } from './project-snapshot.ts'
import type { KnownViolation } from './known-violations.ts'

/** What must be the same for the earlier run to say anything about code that is not monitored again. */
export type Circumstances = Setting & ProjectCircumstances

/** How a run is made, whatever the project is. */
export interface Setting {
  readonly jsmop: string
  readonly node: string
  readonly command: readonly string[]
  readonly strategy: string
  readonly libraries: boolean
  /** By id: a digest of the definition. */
  readonly specs: Readonly<Record<string, string>>
}

export interface ProjectCircumstances {
  readonly configurations: Readonly<Record<string, string>>
  readonly tools: Readonly<Record<string, string>>
}

/** With a digest of the file's text: places are only good for the very same lines. */
export interface StoredFunction extends IdempotentFunction {
  readonly text: string
}

/** With what a snapshot may take over. */
export interface EvolutionState extends Known {
  readonly circumstances: Circumstances
  /** Digest of the words that modules were searched for. */
  readonly vocabulary: string
  /** By node of the graph. */
  readonly checksums: Readonly<Record<string, string>>
  readonly violations: readonly KnownViolation[]
  /** Digests of the lines of files with violations. */
  readonly lines: Readonly<Record<string, readonly string[]>>
  /** By spec that was violated once: runs since it was violated last. */
  readonly quiet: Readonly<Record<string, number>>
  /** Functions whose traces were all the same; absent when the run kept no traces. */
  readonly functions?: readonly StoredFunction[]
  /** Critical specs of a run in phases. */
  readonly critical?: readonly string[]
}

const version = 4
const mark = 'jsmop-state'

export function printState(state: EvolutionState): string {
  const body = JSON.stringify(state)
  return `${JSON.stringify({ [mark]: version, digest: digest(body) })}\n${body}\n`
}

export type StoredState =
  | { readonly kind: 'state'; readonly state: EvolutionState }
  /** Why there is none, as a part of a sentence. */
  | { readonly kind: 'none'; readonly why: string }

export function readState(file: string): StoredState {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return { kind: 'none', why: 'no earlier run has left its state here' }
  }
  const end = text.indexOf('\n')
  const head = parse(text.slice(0, end)) as Record<string, unknown> | undefined
  if (typeof head !== 'object' || head === null || head[mark] === undefined)
    return { kind: 'none', why: 'the state of the earlier run is damaged' }
  if (head[mark] !== version)
    return {
      kind: 'none',
      why: `the state of the earlier run has version ${JSON.stringify(head[mark])}, not ${version}`,
    }
  const body = text.slice(end + 1).trimEnd()
  if (head['digest'] !== digest(body)) return { kind: 'none', why: 'the state of the earlier run is damaged' }
  return { kind: 'state', state: JSON.parse(body) as EvolutionState }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Why what was found earlier does not hold any more, as a part of a sentence; undefined when it does. */
export function differenceOfSetting(before: Setting, after: Setting): string | undefined {
  if (before.jsmop !== after.jsmop) return `JSMOP is ${after.jsmop}, and was ${before.jsmop}`
  if (before.node !== after.node) return `Node is ${after.node}, and was ${before.node}`
  if (before.command.join('\n') !== after.command.join('\n'))
    return `the command is \`${after.command.join(' ')}\`, and was \`${before.command.join(' ')}\``
  if (before.strategy !== after.strategy) return `the strategy is ${after.strategy}, and was ${before.strategy}`
  if (after.libraries && !before.libraries) return 'libraries are watched, and were not'
  const specs = Object.keys(after.specs).filter((id) => before.specs[id] !== after.specs[id])
  if (specs.length > 0) return `${some(specs)} changed or ${specs.length === 1 ? 'was' : 'were'} not watched`
  return undefined
}

/** The same for the project's configurations. */
export function differenceOfConfigurations(
  before: ProjectCircumstances,
  after: ProjectCircumstances,
): string | undefined {
  const files = changedKeys(before.configurations, after.configurations)
  return files.length === 0 ? undefined : `${some(files)} changed`
}

/** The same for what runs and compiles its tests. */
export function differenceOfTools(before: ProjectCircumstances, after: ProjectCircumstances): string | undefined {
  const tools = changedKeys(before.tools, after.tools)
  return tools.length === 0 ? undefined : `the installed ${some(tools)} changed`
}

export function changedKeys(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => before[key] !== after[key])
    .sort()
}

function some(names: readonly string[]): string {
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
}
