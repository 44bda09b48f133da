/**
 * Every program of the catalogue under all specs together, with each of the algorithms that runs are made with: no spec
 * reports what another one watches, and all algorithms report the same. `// violation + <id>` and `// violation by <id>` say
 * that another spec reports the line. Programs run in threads, of which a process can start twice as many in the same time.
 *
 * `JSMOP_SPECS=<prefix>,…` runs only programs of folders with such a prefix.
 */

import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type MonitoredPrograms, monitorPrograms, reportedLines, runFaults } from '../support/monitor-programs.ts'
import { isBuilt } from '../support/packed-package.ts'
import { listSpecFolders, markedLines, readPrograms, specsFolder } from '../support/spec-folder.ts'

const prefixes = process.env['JSMOP_SPECS']?.split(',')
const examined = listSpecFolders().filter((id) => prefixes?.some((prefix) => id.startsWith(prefix)) ?? true)
const programsOf = new Map(examined.map((id) => [id, readPrograms(path.join(specsFolder, id))]))
const allPrograms = [...programsOf.values()].flat()

describe.skipIf(!isBuilt).each(['D', 'C+', 'E'])('all specs together under %s', (algo) => {
  let monitored: MonitoredPrograms

  beforeAll(async () => {
    monitored = await monitorPrograms(allPrograms, { as: 'threads', options: ['--preset', 'all', '--algo', algo] })
  }, 600_000)

  test('run all programs to their end', () => {
    expect(Object.keys(monitored.outcomes)).toHaveLength(allPrograms.length)
    expect(runFaults(monitored, allPrograms)).toEqual([])
  })

  test.each(examined)('report no more and no less in the programs of %s', (id) => {
    const programs = programsOf.get(id)!
    expect(reportedLines(monitored, programs)).toEqual(markedLines(programs, id, true))
  })

  test('report nothing outside of the programs', () => {
    const own = new Set(allPrograms.map(({ file }) => file))
    expect([...monitored.violations].filter(([file]) => !own.has(file))).toEqual([])
  })
})
