/**
 * From what the sessions saw to what people are told: leaves out what comments and the configuration ignore, names the
 * comments that nothing needed, compares with the baseline, and takes out what is not to be written. Called once, after the sessions were merged.
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { compareWithBaseline, parseBaseline } from './baseline.ts'
import { covers, type IgnoreComment, readIgnoreComments } from './ignore-comments.ts'
import { matchPath } from './match-path.ts'
import { redactor, redactResult } from './redact-result.ts'
import type { IgnoredViolation, Result, UnusedIgnore, Violation } from './result.ts'

/** An entry of `ignore` in the configuration. */
export interface IgnoreRule {
  /** Patterns of files (`src/legacy/**`). */
  readonly files: readonly string[]
  /** All specs when absent. */
  readonly specs?: readonly string[]
  readonly reason?: string
}

export interface FinishOptions {
  readonly cwd: string
  /** The name of the baseline, which need not exist. */
  readonly baseline: string
  readonly ignore: readonly IgnoreRule[]
  /** Patterns of what is not to be written. */
  readonly redact: readonly string[]
  /** Where `ignore` stands, as shown. */
  readonly configuration: string
}

export function finishResult(result: Result, options: FinishOptions): Result {
  const finished = applyBaseline(applyIgnores(result, options), options)
  return options.redact.length === 0 ? finished : redactResult(finished, redactor(options.redact))
}

export function applyBaseline(result: Result, { cwd, baseline }: Pick<FinishOptions, 'cwd' | 'baseline'>): Result {
  const text = readText(path.resolve(cwd, baseline))
  return text === undefined ? result : compareWithBaseline(result, parseBaseline(text, baseline), baseline, cwd)
}

function applyIgnores(result: Result, { cwd, ignore, configuration }: FinishOptions): Result {
  const comments = new Map<string, readonly IgnoreComment[]>()
  const commentsOf = (file: string): readonly IgnoreComment[] => {
    let known = comments.get(file)
    if (known === undefined) {
      known = readIgnoreComments(readText(path.resolve(cwd, file)) ?? '')
      comments.set(file, known)
    }
    return known
  }
  const used = new Set<IgnoreComment>()
  const reported: Violation[] = []
  const ignored: IgnoredViolation[] = []
  for (const violation of result.violations) {
    const { spec, file, line } = violation
    const matching = commentsOf(file).filter((comment) => covers(comment, spec, line))
    for (const comment of matching) used.add(comment)
    const rule = ignore.find(
      ({ files, specs }) => files.some((pattern) => matchPath(pattern, file)) && (specs?.includes(spec) ?? true),
    )
    if (matching.length > 0) {
      const { line, reason } = matching[0]!
      ignored.push({ ...violation, ignored: { by: 'comment', file, line, reason } })
    } else if (rule === undefined) reported.push(violation)
    else {
      ignored.push({
        ...violation,
        ignored: { by: 'configuration', file: configuration, line: 0, reason: rule.reason ?? null },
      })
    }
  }
  const unusedIgnores = (result.files ?? [])
    .filter((file) => !/(^|\/)node_modules\//.test(file))
    .flatMap((file): UnusedIgnore[] =>
      commentsOf(file)
        .filter(
          (comment) =>
            !used.has(comment) && (comment.spec === null || Object.hasOwn(result.stats.perSpec, comment.spec)),
        )
        .map(({ line, spec }) => ({ file, line, spec })),
    )
  return { ...result, stats: withoutIgnored(result.stats, ignored), violations: reported, ignored, unusedIgnores }
}

function withoutIgnored(stats: Result['stats'], ignored: readonly Violation[]): Result['stats'] {
  const perSpec = { ...stats.perSpec }
  for (const { spec } of ignored) {
    const before = perSpec[spec]
    if (before !== undefined) perSpec[spec] = { ...before, violations: before.violations - 1 }
  }
  return { ...stats, perSpec }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
