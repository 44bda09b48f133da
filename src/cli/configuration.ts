/**
 * What a run is told to do: defaults, then `jsmop.config.{ts,js,mjs,cjs,json}`, then the command line, each over the one
 * before. Every value remembers where it came from, for `--print-config` and for errors.
 */

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { nearestName } from '../diagnostics/nearest-name.ts'
import { UserError } from '../diagnostics/user-error.ts'
import type { IgnoreRule } from '../report/finish-result.ts'
import { type Format, formats } from '../report/reporter.ts'
import type { Severity } from '../spec/definition.ts'
import { selectionNames, type SelectionName } from '../evolve/variant.ts'
import type { OptionValues } from './command.ts'
import { importModule } from './import-module.ts'
import { presets } from './presets.ts'

/** Per spec: off, a severity, or a severity with the spec's own options. */
export type SpecSetting = 'off' | Severity | readonly [Severity, Readonly<Record<string, unknown>>]

export interface Configuration {
  /** One of `presets` in `presets.ts`. */
  readonly preset: string
  /** From the command line: only these (`id`) or all but these (`!id`). Empty: the preset's. */
  readonly spec: readonly string[]
  readonly specFile: readonly string[]
  readonly specs: Readonly<Record<string, SpecSetting>>
  readonly algo: string
  /** `patch`, `weave`, `hybrid`, or the file of the user's own. */
  readonly strategy: string
  /** Keeps explicit traces. */
  readonly traces: boolean
  /** Which monitors are created: `none` (all of them), or as `engine/select/sample.ts` has it. */
  readonly sample: string
  /** Writes what the agents of `sample` decided. */
  readonly sampleLog: boolean
  readonly libraries: boolean
  /** Drops monitors that can report no more; off only for comparison. */
  readonly collection: boolean
  readonly verifySites: boolean
  /** Measures the time that each spec takes. */
  readonly profile: boolean
  readonly record: string | undefined
  readonly out: string | undefined
  readonly failOn: Severity | 'never'
  readonly onViolation: 'report' | 'throw' | 'debugger'
  readonly reporter: readonly Format[]
  /** More warnings than this end with code 3. */
  readonly maxWarnings: number | undefined
  /** The file of known violations; it need not exist. */
  readonly baseline: string
  /** The version to compare with: `last`, a commit, a branch, a file that a run has left. */
  readonly since: string | undefined
  /** How affected code is computed and where it is watched (`evolve/variant.ts`). */
  readonly variant: SelectionName
  /** Runs only tests that depend on what changed. */
  readonly rts: boolean
  /** Monitors functions whose traces were all the same in the last run only once. Keeps traces. */
  readonly idempotent: boolean
  /** Watches critical specs first and the others in a phase of their own. */
  readonly rpp: boolean
  /** With `rpp`: this phase only. */
  readonly phase: 'critical' | 'background' | undefined
  /** Specs that are critical whatever happened. */
  readonly critical: readonly string[]
  /** With `since`: which violations are reported. */
  readonly show: 'new' | 'all'
  /** Regular expressions: what they match is not written to results and reports. */
  readonly redact: readonly string[]
  /** Violations that are not reported, by path. */
  readonly ignore: readonly IgnoreRule[]
}

export const defaults: Configuration = {
  preset: 'recommended',
  spec: [],
  specFile: [],
  specs: {},
  algo: 'D',
  strategy: 'hybrid',
  traces: false,
  sample: 'none',
  sampleLog: false,
  libraries: true,
  collection: true,
  verifySites: false,
  profile: false,
  record: undefined,
  out: undefined,
  failOn: 'error',
  onViolation: 'report',
  reporter: ['text'],
  maxWarnings: undefined,
  baseline: 'jsmop-baseline.json',
  since: undefined,
  variant: 'ps1c',
  rts: false,
  idempotent: false,
  rpp: false,
  phase: undefined,
  critical: [],
  show: 'new',
  redact: [],
  ignore: [],
}

/** The values that a key accepts, for those that are words. */
export const choices = {
  preset: presets,
  algo: ['A', 'B', 'C', 'C+', 'D', 'E', 'none'],
  strategy: ['patch', 'weave', 'hybrid'],
  failOn: ['error', 'warning', 'suggestion', 'never'],
  onViolation: ['report', 'throw', 'debugger'],
  reporter: formats,
  variant: selectionNames,
  phase: ['critical', 'background'],
  show: ['new', 'all'],
} as const

const names = [
  'jsmop.config.ts',
  'jsmop.config.mts',
  'jsmop.config.js',
  'jsmop.config.mjs',
  'jsmop.config.cjs',
  'jsmop.config.json',
]

export interface Configured {
  readonly values: Configuration
  /** Per key: `default`, the name of the configuration file, or the option. */
  readonly origins: Readonly<Record<keyof Configuration, string>>
}

export async function configure(cwd: string, options: OptionValues): Promise<Configured> {
  const values: Record<string, unknown> = { ...defaults }
  const origins: Record<string, string> = Object.fromEntries(Object.keys(defaults).map((key) => [key, 'default']))
  const file = names.map((name) => path.join(cwd, name)).find((candidate) => existsSync(candidate))
  if (file !== undefined) {
    for (const [key, value] of Object.entries(await readConfiguration(file))) {
      checkEntry(key, value, path.basename(file))
      values[key] = value
      origins[key] = path.basename(file)
    }
  }
  for (const [option, value] of Object.entries(options)) {
    const key = option.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    if (value === undefined || !Object.hasOwn(defaults, key)) continue
    values[key] = key === 'maxWarnings' ? wholeNumber(option, value as string) : value
    origins[key] = `--${option}`
  }
  return { values: values as unknown as Configuration, origins: origins as Configured['origins'] }
}

async function readConfiguration(file: string): Promise<object> {
  let content: unknown
  try {
    content = file.endsWith('.json') ? JSON.parse(readFileSync(file, 'utf8')) : await importModule(file)
  } catch (error) {
    throw new UserError({
      code: 'unreadable-configuration',
      message: `${path.basename(file)} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      remedy: `Correct ${file}, or move it away to run with the defaults.`,
      cause: error,
    })
  }
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content
  throw new UserError({
    code: 'bad-configuration',
    message: `${path.basename(file)} does not export an object`,
    remedy: "Write `export default defineConfig({ … })` with `import { defineConfig } from 'jsmop'`.",
  })
}

function checkEntry(key: string, value: unknown, file: string): void {
  if (!Object.hasOwn(defaults, key)) {
    const near = nearestName(key, Object.keys(defaults))
    throw new UserError({
      code: 'bad-configuration',
      message: `${file} has an entry "${key}" that JSMOP does not know`,
      remedy: `${near === undefined ? '' : `Did you mean "${near}"? `}The entries are ${Object.keys(defaults).join(', ')}.`,
    })
  }
  const wanted = describeMismatch(key as keyof Configuration, value)
  if (wanted === undefined) return
  throw new UserError({
    code: 'bad-configuration',
    message: `"${key}" in ${file} is ${JSON.stringify(value)}`,
    remedy: `It must be ${wanted}.`,
  })
}

/** What a value should have been, or undefined when it is right. */
function describeMismatch(key: keyof Configuration, value: unknown): string | undefined {
  const words = (choices as Partial<Record<string, readonly string[]>>)[key]
  switch (key) {
    case 'spec':
    case 'critical':
    case 'specFile':
      return isTexts(value) ? undefined : 'a list of texts'
    case 'reporter':
      return isTexts(value) && value.every((word) => words!.includes(word))
        ? undefined
        : `a list out of ${words!.join(', ')}`
    case 'sample':
      return typeof value === 'string' ? undefined : 'a text like valg or random:0.1'
    case 'rts':
    case 'idempotent':
    case 'rpp':
    case 'sampleLog':
    case 'traces':
    case 'libraries':
    case 'collection':
    case 'verifySites':
    case 'profile':
      return typeof value === 'boolean' ? undefined : 'true or false'
    case 'maxWarnings':
      return isWholeNumber(value) ? undefined : 'a whole number'
    case 'since':
      return typeof value === 'string' ? undefined : 'a version: last, a commit, a branch, a file'
    case 'baseline':
      return typeof value === 'string' ? undefined : 'the name of a file'
    case 'redact':
      return isTexts(value) && value.every(isExpression) ? undefined : 'a list of regular expressions, as texts'
    case 'ignore':
      return Array.isArray(value) && value.every(isIgnoreRule)
        ? undefined
        : 'a list of { files: [patterns], specs: [ids], reason } (specs and reason may be left out)'
    case 'record':
    case 'out':
      return typeof value === 'string' ? undefined : 'the name of a folder'
    case 'specs':
      return typeof value === 'object' && value !== null && Object.values(value).every(isSpecSetting)
        ? undefined
        : "an object of 'off', a severity (error, warning, suggestion), or [severity, options] by spec id"
    case 'strategy':
      return typeof value === 'string' && (words!.includes(value) || /[\\/.]/.test(value))
        ? undefined
        : `one of ${words!.join(', ')}, or the name of a file`
    case 'preset':
    case 'algo':
    case 'failOn':
    case 'onViolation':
    case 'variant':
    case 'phase':
    case 'show':
      return typeof value === 'string' && words!.includes(value) ? undefined : `one of ${words!.join(', ')}`
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}

function isWholeNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

function wholeNumber(option: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new UserError({
    code: 'bad-option-value',
    message: `--${option} cannot be "${text}"`,
    remedy: 'Give a whole number.',
  })
}

/** One that matches the empty text would match between any two letters. */
function isExpression(text: string): boolean {
  try {
    return !new RegExp(text, 'u').test('')
  } catch {
    return false
  }
}

function isIgnoreRule(value: unknown): value is IgnoreRule {
  if (typeof value !== 'object' || value === null) return false
  const { files, specs, reason, ...rest } = value as Record<string, unknown>
  if (!isTexts(files) || Object.keys(rest).length > 0) return false
  return (specs === undefined || isTexts(specs)) && (reason === undefined || typeof reason === 'string')
}

function isSpecSetting(value: unknown): value is SpecSetting {
  const severities = ['error', 'warning', 'suggestion']
  if (Array.isArray(value))
    return value.length === 2 && severities.includes(value[0] as string) && typeof value[1] === 'object'
  return value === 'off' || severities.includes(value as string)
}

/** For `jsmop.config.ts`: gives the editor the types. */
export function defineConfig(configuration: Partial<Configuration>): Partial<Configuration> {
  return configuration
}
