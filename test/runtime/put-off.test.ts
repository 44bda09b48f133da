/** Loops of which nothing is made until their array changes, in programs as they run: the results are those of other algorithms. */

import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isBuilt, monitor } from '../support/packed-package.ts'

const file = fileURLToPath(new URL('fixtures/loops.cjs', import.meta.url))

const results = async (seed: number, options: readonly string[]) => {
  const spec = 'array/no-shift-during-iteration'
  const { result } = await monitor(['--spec', spec, ...options], ['node', file, String(seed)], {
    cwd: path.dirname(file),
  })
  const { events, monitors, violations } = result.stats.perSpec[spec]!
  return {
    stats: { events, monitors, violations },
    violations: result.violations.map(({ line, column, count, instances, trace }) => ({
      line,
      column,
      count,
      instances,
      begun: trace[0]?.line,
    })),
  }
}

test.skipIf(!isBuilt).each([1, 2, 3])(
  'violations, instances and counts are those of algorithm C+, and of explicit traces: program %i',
  async (seed) => {
    const [putOff, byTheBook, traced] = await Promise.all([
      results(seed, []),
      results(seed, ['--algo', 'C+']),
      results(seed, ['--traces']),
    ])
    expect(putOff).toEqual(byTheBook)
    expect(putOff).toEqual(traced)
    expect(putOff.stats.monitors).toBeGreaterThan(1000)
    // Each of the six kinds of loop.
    expect(putOff.violations.length).toBeGreaterThanOrEqual(6)
  },
)
