/** Takes secrets out of what people and other programs will read: whatever matches a pattern of the configuration becomes `***`. */

import type { Result } from './result.ts'
import { mergeTraceSets, type TraceSet } from './trace-set.ts'

/** Patterns are regular expressions as texts. */
export function redactor(patterns: readonly string[]): (text: string) => string {
  const expressions = patterns.map((pattern) => new RegExp(pattern, 'gu'))
  return (text) => expressions.reduce((left, expression) => left.replaceAll(expression, '***'), text)
}

/** Names that others must find again: of rules, and what results are compared by. */
const kept = new Set(['fingerprint', 'spec', 'severity', 'category', 'doc', 'perSpec'])

export function redactResult(result: Result, redact: (text: string) => string): Result {
  return walk(result, redact) as Result
}

/** Places and tests that look alike afterwards become one, and so do their traces. */
export function redactTraces(set: TraceSet, redact: (text: string) => string): TraceSet {
  return mergeTraceSets([
    {
      ...set,
      sites: set.sites.map(([file, line, column]) => [redact(file), line, column] as const),
      tests: set.tests.map((test) => ({ ...test, file: redact(test.file), path: test.path.map(redact) })),
    },
  ])
}

function walk(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((entry) => walk(entry, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, kept.has(key) ? entry : walk(entry, redact)]),
  )
}
