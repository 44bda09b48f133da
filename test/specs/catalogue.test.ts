/**
 * Every spec of the catalogue on its own: its folder, its page, and its programs under the built command line, each in a
 * process of its own, with this spec alone. A line that ends in `// violation` is reported, and no other line.
 *
 * `JSMOP_SPECS=<prefix>,…` examines only folders with such a prefix, while one works on them.
 */

import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { listCatalogue, readCatalogue } from '#src/load/read-catalogue.ts'
import type { SpecDefinition } from '#src/spec/definition.ts'
import { type MonitoredPrograms, monitorPrograms, reportedLines, runFaults } from '../support/monitor-programs.ts'
import { isBuilt } from '../support/packed-package.ts'
import { folderFaults, listSpecFolders, markedLines, readPrograms, specsFolder } from '../support/spec-folder.ts'

const prefixes = process.env['JSMOP_SPECS']?.split(',')
const existing = listSpecFolders()
const examined = existing.filter((id) => prefixes?.some((prefix) => id.startsWith(prefix)) ?? true)
const definitions = new Map<string, SpecDefinition>()
const ran = new Set<string>()

beforeAll(async () => {
  for (const definition of await readCatalogue()) definitions.set(definition.id, definition)
})

test.each(examined)('the folder of %s has what it needs', (id) => {
  expect(folderFaults(id, path.join(specsFolder, id), definitions.get(id))).toEqual([])
})

describe.skipIf(!isBuilt).each(examined)('%s alone', (id) => {
  let monitored: MonitoredPrograms
  const programs = readPrograms(path.join(specsFolder, id))

  beforeAll(async () => {
    monitored = await monitorPrograms(programs, { as: 'processes', options: ['--spec', id], record: true })
    ran.add(id)
  })

  test('runs its programs to their end', () => {
    expect(runFaults(monitored, programs)).toEqual([])
  })

  test('reports the marked lines and no others', () => {
    expect(reportedLines(monitored, programs)).toEqual(markedLines(programs, id, false))
  })

  test('reports nothing outside of its programs', () => {
    const own = new Set(programs.map(({ file }) => file))
    expect([...monitored.violations].filter(([file]) => !own.has(file))).toEqual([])
  })

  test('has each of its events exercised', () => {
    const { events } = definitions.get(id)!
    const watched = Object.keys(events).filter((name) => events[name]!.on !== undefined)
    expect([...(monitored.events.get(id) ?? [])].sort()).toEqual(watched.sort())
  })
})

test.skipIf(!isBuilt || prefixes !== undefined)('every folder was run, and is in the catalogue', () => {
  expect([...ran].sort()).toEqual([...existing].sort())
  expect(
    listCatalogue()
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...existing].sort())
  expect(existing.length).toBeGreaterThanOrEqual(120)
})
