/** What selective monitoring did, joined over results and told in the report. */

import { expect, test } from 'vitest'
import { joinSelections, mergeSelections } from '#src/report/merge-selections.ts'
import { mergeResults, relocate } from '#src/report/merge-results.ts'
import { OriginalPositions } from '#src/report/original-position.ts'
import { readSession } from '#src/report/read-sessions.ts'
import { renderText } from '#src/report/render-text.ts'
import type { SelectedPlace, SelectionStatistics } from '#src/report/result.ts'
import { context, result } from './sample-results.ts'

const place = (details: Partial<SelectedPlace> = {}): SelectedPlace => ({
  spec: 'array/no-shift-during-iteration',
  file: 'src/a.js',
  line: 3,
  column: 5,
  created: 10,
  skipped: 990,
  unique: 2,
  duplicate: 8,
  converged: 'skip',
  ...details,
})

const selection = (...places: SelectedPlace[]): SelectionStatistics =>
  joinSelections([{ created: 0, skipped: 0, unique: 0, duplicate: 0, suppressed: 0, places }])

test('numbers of a place add up, and it has converged where all processes agree', () => {
  const other = place({ line: 9, created: 5, skipped: 2000, converged: null })
  const joint = joinSelections([
    { ...selection(place(), other), suppressed: 4 },
    { ...selection(place({ converged: 'create' })), suppressed: 1 },
  ])
  expect(joint).toEqual({
    created: 25,
    skipped: 3980,
    unique: 6,
    duplicate: 24,
    suppressed: 5,
    places: [other, place({ created: 20, skipped: 1980, unique: 4, duplicate: 16, converged: null })],
  })
})

test('places of the project are shown in its sources, those of libraries where they ran', () => {
  // Everything comes from the first letter of line 7 of a.ts.
  const map = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAMA' })
  const url = `data:application/json;base64,${Buffer.from(map).toString('base64')}`
  const own = '/p/dist/a.js'
  const library = '/p/node_modules/x/dist/a.js'
  const counts = { created: 1, skipped: 2, unique: 1, duplicate: 0, converged: null }
  const records = [
    { schema: 1, session: 's', pid: 1 },
    { map: [own, url] },
    { map: [library, url] },
    { site: [1, own, 1, 1, 'f'] },
    { site: [2, library, 1, 1, 'f'] },
    { selection: { spec: 'x/y', site: 1, ...counts } },
    { selection: { spec: 'x/y', site: 2, ...counts } },
  ]
  const session = readSession(records.map((record) => JSON.stringify(record)).join('\n'))!
  const { places } = mergeSelections([session], new OriginalPositions(), (file) => file)
  expect(places).toEqual([
    { spec: 'x/y', ...counts, file: '/p/dist/a.ts', line: 7, column: 1 },
    { spec: 'x/y', ...counts, file: library, line: 1, column: 1 },
  ])
})

test('results of several jobs keep what was selected, at the places of the joint result', () => {
  const job = result({ sample: 'valg', selection: selection(place()) })
  const joint = mergeResults([relocate(job, 'packages/a/'), result()])
  expect(joint.sample).toBe('valg+none')
  expect(joint.selection?.places.map(({ file }) => file)).toEqual(['packages/a/src/a.js'])
})

test('the report says that violations may be missed, how much was skipped, and when tuning has gone stale', () => {
  const selected = { ...selection(place(), place({ line: 9, skipped: 0 })), suppressed: 12 }
  const told = (details: object) =>
    renderText(result({ sample: 'valg', violations: [], selection: selected, ...details }), context())
      .replaceAll(/\s+/g, ' ')
      .trim()
  expect(told({})).toContain(
    'Monitored selectively (valg), so violations may be missed: 990 of 1,010 monitors (98.0 %) at 1 place were skipped ' +
      'and 12 events of places that had broken the same rule.',
  )
  const when = '2026-11-15T10:00:00.000Z'
  expect(told({ tuned: { when, changed: 0, of: 9 } })).toContain('Its settings were tuned on 2026-11-15.')
  expect(told({ tuned: { when, changed: 2, of: 9 } })).toContain(
    'Its settings were tuned on 2026-11-15, and 2 of 9 files changed since: `jsmop tune` renews them.',
  )
})
