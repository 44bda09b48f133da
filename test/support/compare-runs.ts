/** One command, plain and under the packed JSMOP: whatever shows outside must be the same. */

import { expect } from 'vitest'
import { type Ended, monitor, type Monitored, run, type RunOptions } from './packed-package.ts'

/** Runs the command both ways and expects the same exit code and the same outputs. */
export async function monitorAlike(
  options: readonly string[],
  command: readonly string[],
  where: RunOptions,
): Promise<{ readonly plain: Ended; readonly monitored: Monitored }> {
  const plain = await run(command, where)
  const monitored = await monitor(options, command, where)
  expect(normalise(monitored.stdout)).toBe(normalise(plain.stdout))
  expect(normalise(monitored.stderr)).toBe(normalise(plain.stderr))
  expect(monitored.code).toBe(plain.code)
  return { plain, monitored }
}

/**
 * What may differ between two runs of the same tests: durations, process ids, the clock, jest's estimate from its cache, and
 * the order in which files that run at once are reported.
 */
export function normalise(text: string): string {
  return text
    .replaceAll(/\d+(?:\.\d+)? ?(?:ms|s)\b/g, '<time>')
    .replaceAll(/(?: \(<time>\)| <time>)(?=\n|$)/g, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/duration_ms:? [\d.]+/g, 'duration_ms <time>')
    .replaceAll(/Start at .*/g, 'Start at <clock>')
    .replaceAll(/Duration .*/g, 'Duration')
    .replaceAll(/Time:.*/g, 'Time')
    .replaceAll(/\(node:\d+\)/g, '(node:<pid>)')
    .split(/\n(?=PASS|FAIL|Test Suites:)/)
    .map((part) => part.trim())
    .sort()
    .join('\n')
}
