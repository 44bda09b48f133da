/** What selective monitoring did in all sessions of a run, place by place. */

import { type OriginalPositions, pathOf } from './original-position.ts'
import type { RawPosition, RawSelection, SessionRecords } from './read-sessions.ts'
import type { SelectedPlace, SelectionStatistics } from './result.ts'

export function mergeSelections(
  sessions: readonly SessionRecords[],
  positions: OriginalPositions,
  shown: (file: string) => string,
): SelectionStatistics {
  const places = new Map<string, SelectedPlace>()
  for (const { selections, sites, maps } of sessions) {
    for (const { site, ...selection } of selections) {
      const raw = sites.get(site)
      const at = raw === undefined || isOfLibrary(raw) ? raw : positions.of(raw, maps.get(raw.file))
      const place = { file: shown(pathOf(at?.file ?? '')), line: at?.line ?? 0, column: at?.column ?? 0 }
      add(places, { ...selection, ...place })
    }
  }
  return summarize([...places.values()], sum(sessions.map(({ suppressed }) => suppressed)))
}

/**
 * Places of libraries stay where they ran: they are most of those that selection knows, and to read their source maps took
 * as long as all else that the command line did (esquery: 0.8 of 1.6 billion instructions).
 */
function isOfLibrary({ file }: RawPosition): boolean {
  return /[\\/]node_modules[\\/]/.test(file)
}

/** Several results as one. */
export function joinSelections(all: readonly SelectionStatistics[]): SelectionStatistics {
  const places = new Map<string, SelectedPlace>()
  for (const selection of all) for (const place of selection.places) add(places, place)
  return summarize([...places.values()], sum(all.map(({ suppressed }) => suppressed)))
}

function add(places: Map<string, SelectedPlace>, place: SelectedPlace): void {
  const key = JSON.stringify([place.spec, place.file, place.line, place.column])
  const before = places.get(key)
  places.set(
    key,
    before === undefined
      ? place
      : {
          ...place,
          created: before.created + place.created,
          skipped: before.skipped + place.skipped,
          unique: before.unique + place.unique,
          duplicate: before.duplicate + place.duplicate,
          converged: before.converged === place.converged ? place.converged : null,
        },
  )
}

function summarize(places: readonly SelectedPlace[], suppressed: number): SelectionStatistics {
  const total = (key: keyof Pick<RawSelection, 'created' | 'skipped' | 'unique' | 'duplicate'>) =>
    sum(places.map((place) => place[key]))
  return {
    created: total('created'),
    skipped: total('skipped'),
    unique: total('unique'),
    duplicate: total('duplicate'),
    suppressed,
    places: places.toSorted((a, b) => b.skipped - a.skipped),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
