/**
 * What a test command printed, made comparable: folders, durations, dates, ports, process numbers and colours are replaced,
 * and the counts that runners print at the end are read. What else varies is learned from the plain runs (`outcome.ts`).
 */

export interface TestCounts {
  readonly passed: number
  readonly failed: number
}

/** `folders`: absolute paths and the names to show instead, longest first. */
export function normaliseOutput(text: string, folders: readonly (readonly [string, string])[]): string {
  let normal = text.replaceAll('\r\n', '\n')
  for (const [folder, name] of folders) normal = normal.replaceAll(folder, name)
  for (const [pattern, replacement] of variable) normal = normal.replaceAll(pattern, replacement)
  return normal
}

const unit = '(?:ms|milliseconds?|s|secs?|seconds?|m|min|minutes?|µs|us|ns)'

const variable: readonly (readonly [RegExp, string])[] = [
  // oxlint-disable-next-line no-control-regex
  [/\u001B\[[0-9;?]*[A-Za-z]/g, ''],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?/g, '<date>'],
  [/\b\d\d:\d\d:\d\d(?:\.\d+)?\b/g, '<time>'],
  [/(duration_ms:? )[\d.]+/g, '$1<duration>'],
  [new RegExp(`(?<![\\w.])\\d+(?:\\.\\d+)?(?:e-?\\d+)? ?${unit}\\b`, 'g'), '<duration>'],
  // jest adds what it had estimated where the tests took less.
  [/^(Time: +<duration>), estimated <duration>$/gm, '$1'],
  // Runners show the time of slow tests only, and which are slow varies.
  [/ \(?<duration>\)?$/gm, ''],
  [/((?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]|::1?):)\d{4,5}\b/g, '$1<port>'],
  [/((?:pid|PID|process)["':= ]+)\d+\b/g, '$1<pid>'],
  [/\(node:\d+\)/g, '(node:<pid>)'],
  [/[ \t]+$/gm, ''],
]

type Reader = (text: string) => TestCounts | undefined

const last = (text: string, pattern: RegExp): number | undefined => {
  const found = [...text.matchAll(pattern)].at(-1)
  return found === undefined ? undefined : Number(found[1])
}

/** Passed and failed by two patterns; undefined when neither is there. */
const pair =
  (passed: RegExp, failed: RegExp): Reader =>
  (text) => {
    const counts = [last(text, passed), last(text, failed)]
    if (counts[0] === undefined && counts[1] === undefined) return undefined
    return { passed: counts[0] ?? 0, failed: counts[1] ?? 0 }
  }

/** Each runner's closing lines, the more telling first. */
const readers: readonly Reader[] = [
  // vitest: `Tests  2 failed | 185 passed (187)`; jest: `Tests: 1 failed, 10 passed, 11 total`
  pair(/^\s*Tests:?\s+(?:.*?[|,]\s*)?(\d+) passed/gm, /^\s*Tests:?\s+(?:.*?[|,]\s*)?(\d+) failed/gm),
  // mocha
  pair(/^\s+(\d+) passing/gm, /^\s+(\d+) failing/gm),
  // node:test, its own and TAP's way; tape
  pair(/^(?:#|ℹ) pass +(\d+)/gm, /^(?:#|ℹ) fail +(\d+)/gm),
  // ava
  pair(/^\s*(\d+) tests? passed/gm, /^\s*(\d+) tests? failed/gm),
  // TAP without a summary, at any depth
  (text) => {
    const ok = [...text.matchAll(/^\s*ok \d+/gm)].length
    const notOk = [...text.matchAll(/^\s*not ok \d+/gm)].length
    return ok + notOk === 0 ? undefined : { passed: ok, failed: notOk }
  },
]

/** Undefined for a program that prints no counts. */
export function countTests(output: string): TestCounts | undefined {
  for (const read of readers) {
    const counts = read(output)
    if (counts !== undefined) return counts
  }
  return undefined
}
