/**
 * The programs of the catalogue under the strategies `patch` and `weave`: what they report is what `hybrid` reports, which
 * is what the programs mark. Where a strategy says that it may miss events of a spec, it reports a part of that and nothing
 * else. `handedOver` lists what no strategy can say beforehand; `docs/strategies.md` explains it.
 */

import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { planInstrumentation } from '#src/instrument/plan/plan.ts'
import { strategies } from '#src/instrument/strategy.ts'
import { readCatalogue } from '#src/load/read-catalogue.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { type MonitoredPrograms, monitorPrograms, reportedLines, runFaults } from '../support/monitor-programs.ts'
import { isBuilt } from '../support/packed-package.ts'
import { listSpecFolders, markedLines, readPrograms, type ReportedLines, specsFolder } from '../support/spec-folder.ts'

const prefixes = process.env['JSMOP_SPECS']?.split(',')
const examined = listSpecFolders().filter((id) => prefixes?.some((prefix) => id.startsWith(prefix)) ?? true)
const programsOf = new Map(examined.map((id) => [id, readPrograms(path.join(specsFolder, id))]))
const allPrograms = [...programsOf.values()].flat()
const definitions = await readCatalogue()

/** Lines that `weave` may report because a function was handed to code that is not woven, which called it. */
const handedOver: Readonly<Record<string, readonly string[]>> = {
  // `promisify(fs.close)(fd)`; the number may be given out, and closed, again.
  'fs/fd-must-close/conforming/closed.cjs': ['16 fs/fd-must-close'],
}

/** Specs with events that the strategy may miss. */
function partlySeen(name: 'patch' | 'weave'): ReadonlySet<string> {
  const { misses } = strategies[name]!
  const specs = definitions.filter((definition) => {
    const { operations, handles, settles } = planInstrumentation([compileSpec(definition)])
    return (
      operations.some(misses) || (handles.length > 0 && misses('handle')) || (settles.length > 0 && misses('settle'))
    )
  })
  return new Set(specs.map(({ id }) => id))
}

describe.skipIf(!isBuilt).each(['patch', 'weave'] as const)('the strategy %s', (strategy) => {
  const partly = partlySeen(strategy)
  let monitored: MonitoredPrograms

  beforeAll(async () => {
    const options = ['--preset', 'all', '--strategy', strategy]
    monitored = await monitorPrograms(allPrograms, { as: 'threads', options })
  }, 600_000)

  test('lets all programs run to their end', () => {
    expect(Object.keys(monitored.outcomes)).toHaveLength(allPrograms.length)
    expect(runFaults(monitored, allPrograms)).toEqual([])
  })

  test.each(examined)('reports what it can see in the programs of %s', (id) => {
    const programs = programsOf.get(id)!
    const allowed = (name: string): readonly string[] =>
      strategy === 'weave' ? (handedOver[`${id}/${name}`] ?? []) : []
    const reported = reportedLines(monitored, programs).map(({ name, lines }) => ({
      name,
      lines: lines.filter((line) => !allowed(name).includes(line)),
    }))
    const seen = (line: string): boolean => !partly.has(line.slice(line.indexOf(' ') + 1))
    const marked = markedLines(programs, id, true)
    const onlySeen = (all: readonly ReportedLines[]) =>
      all.map(({ name, lines }) => ({ name, lines: lines.filter(seen) }))
    expect(onlySeen(reported)).toEqual(onlySeen(marked))
    for (const [i, { lines }] of reported.entries())
      expect(marked[i]!.lines).toEqual(expect.arrayContaining([...lines]))
  })

  test.skipIf(prefixes !== undefined)('sees most of the catalogue whole', () => {
    expect(partly.size).toBeGreaterThan(0)
    expect(partly.size).toBeLessThan(examined.length / 2)
  })
})
