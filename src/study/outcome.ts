/**
 * Whether a run went as the plain runs went: exit code, counts of tests, and both outputs. Outputs that are alike in all
 * plain runs must be the same. Otherwise they are compared on what is stable: lines that each plain run has equally
 * often must be there as often, and a line that no plain run had must not outnumber the lines that are known to vary.
 */

import type { TestCounts } from './read-output.ts'

export interface Outcome {
  readonly exitCode: number
  readonly stopped: 'time limit' | 'memory limit' | undefined
  readonly tests: TestCounts | undefined
  /** Normalised. */
  readonly stdout: string
  readonly stderr: string
}

/** Why the plain runs are no basis for a comparison, or undefined. */
export function findFlakiness(plainRuns: readonly Outcome[]): string | undefined {
  const [first] = plainRuns
  if (first === undefined) return 'it was never run'
  for (const [i, run] of plainRuns.entries()) {
    if (run.stopped !== undefined) return `plain run ${i + 1} hit the ${run.stopped}`
    if (run.exitCode !== 0) {
      const counts = run.tests === undefined ? '' : `, ${run.tests.failed} failed`
      const other = plainRuns.some(({ exitCode }) => exitCode === 0) ? 'flaky: ' : ''
      return `${other}plain run ${i + 1} ended with exit code ${run.exitCode}${counts}`
    }
    if (JSON.stringify(run.tests) !== JSON.stringify(first.tests))
      return `flaky: ${show(first.tests)} in plain run 1, ${show(run.tests)} in plain run ${i + 1}`
  }
  return undefined
}

/** What differs from the plain runs, in a sentence; undefined when nothing does. */
export function findDifference(run: Outcome, plainRuns: readonly Outcome[]): string | undefined {
  const plain = plainRuns[0]!
  if (run.stopped !== undefined) return `it hit the ${run.stopped}`
  if (run.exitCode !== plain.exitCode) return `exit code ${run.exitCode} instead of ${plain.exitCode}`
  if (JSON.stringify(run.tests) !== JSON.stringify(plain.tests))
    return `${show(run.tests)} instead of ${show(plain.tests)}`
  for (const stream of ['stdout', 'stderr'] as const) {
    const difference = compareTexts(
      run[stream],
      plainRuns.map((each) => each[stream]),
    )
    if (difference !== undefined) return `${stream}: ${difference}`
  }
  return undefined
}

function show(tests: TestCounts | undefined): string {
  return tests === undefined ? 'no counts of tests' : `${tests.passed} passed and ${tests.failed} failed`
}

function compareTexts(text: string, plainTexts: readonly string[]): string | undefined {
  if (plainTexts.includes(text)) return undefined
  const lines = countLines(text)
  const plainLines = plainTexts.map(countLines)
  const known = new Set(plainLines.flatMap((counts) => [...counts.keys()]))
  const allAlike = plainTexts.every((plain) => plain === plainTexts[0])
  let varying = 0
  for (const line of known) {
    const counts = plainLines.map((each) => each.get(line) ?? 0)
    const [least, most] = [Math.min(...counts), Math.max(...counts)]
    const count = lines.get(line) ?? 0
    // A line that varies may come as often as it ever did, or be replaced by one that nobody saw.
    if (least === most && count !== least) return `the line ${quote(line)} ${times(count)} instead of ${times(least)}`
    if (least !== most) varying += most
  }
  const foreign = [...lines].filter(([line]) => !known.has(line))
  const foreignCount = foreign.reduce((sum, [, count]) => sum + count, 0)
  if (foreignCount > varying) return `the line ${quote(foreign[0]![0])}, which no plain run printed`
  return allAlike ? 'the same lines in another order' : undefined
}

function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of text.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

function quote(line: string): string {
  return JSON.stringify(line.length > 160 ? `${line.slice(0, 160)}…` : line)
}
