/**
 * `junit`: a suite per spec, a failing case per violation, one passing case for a spec that was kept. What the baseline
 * knows and what a comment ignores is skipped, with the reason. The elements are those that CI systems agree on.
 */

import { isSomewhere, placeText } from './place-text.ts'
import { byImportance } from './rank-violations.ts'
import type { IgnoredViolation, Result, Violation } from './result.ts'

export function renderJunit(result: Result): string {
  const suites = Object.keys(result.stats.perSpec).map((spec) => suiteOf(spec, result))
  const total = (count: (suite: Suite) => number) => suites.reduce((sum, suite) => sum + count(suite), 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="jsmop" tests="${total(({ tests }) => tests)}" failures="${total(({ failures }) => failures)}" skipped="${total(({ skipped }) => skipped)}" errors="0" time="0">`,
    ...suites.flatMap(({ lines }) => lines),
    '</testsuites>',
    '',
  ].join('\n')
}

interface Suite {
  readonly lines: readonly string[]
  readonly tests: number
  readonly failures: number
  readonly skipped: number
}

function suiteOf(spec: string, { violations, ignored = [] }: Result): Suite {
  const found = violations.filter((violation) => violation.spec === spec).sort(byImportance)
  const failing = found.filter((violation) => violation.new !== false)
  const known = found.filter((violation) => violation.new === false)
  const left = ignored.filter((violation) => violation.spec === spec)
  const cases = [
    ...failing.flatMap(failingCase),
    ...known.flatMap((violation) => skippedCase(violation, 'in the baseline')),
    ...left.flatMap((violation) => skippedCase(violation, ignoreText(violation))),
  ]
  const tests = Math.max(1, failing.length + known.length + left.length)
  const skipped = known.length + left.length
  if (cases.length === 0) cases.push(`    <testcase classname=${quote(spec)} name="no violations" time="0"/>`)
  return {
    lines: [
      `  <testsuite name=${quote(spec)} tests="${tests}" failures="${failing.length}" skipped="${skipped}" errors="0" time="0">`,
      ...cases,
      '  </testsuite>',
    ],
    tests,
    failures: failing.length,
    skipped,
  }
}

function failingCase(violation: Violation): string[] {
  const { severity, message, trace, tests, doc } = violation
  const detail = [
    `${severity}: ${message}`,
    `at ${placeText(violation)}`,
    ...trace.map((event) => (isSomewhere(event) ? `  ${event.event} at ${placeText(event)}` : `  ${event.event}`)),
    ...tests.map(({ path, file }) => `test: ${[file, ...path].join(' > ')}`),
    doc,
  ]
  return [
    opening(violation),
    `      <failure type=${quote(severity)} message=${quote(message)}>${escapeText(detail.join('\n'))}</failure>`,
    '    </testcase>',
  ]
}

function skippedCase(violation: Violation, reason: string): string[] {
  return [opening(violation), `      <skipped message=${quote(reason)}/>`, '    </testcase>']
}

function opening(violation: Violation): string {
  return `    <testcase classname=${quote(violation.spec)} name=${quote(placeText(violation))} file=${quote(violation.file)} line="${violation.line}" time="0">`
}

function ignoreText({ ignored: { by, file, line, reason } }: IgnoredViolation): string {
  const where = by === 'comment' ? `ignored at ${file}:${line}` : `ignored in ${file}`
  return reason === null ? where : `${where}: ${reason}`
}

function quote(text: string): string {
  return `"${escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`
}

function escapeText(text: string): string {
  return text.replaceAll(notXml, '\uFFFD').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** What XML 1.0 cannot hold in any spelling: most control characters, lone surrogates, U+FFFE and U+FFFF. */
// oxlint-disable-next-line no-control-regex
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu
