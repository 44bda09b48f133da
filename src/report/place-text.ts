/** Places as reports write them. Some events have none: Node rejects a promise, a timer calls what it was given. */

import type { Place } from './result.ts'

const nowhere = 'no line of the program'

export function isSomewhere({ line }: Pick<Place, 'line'>): boolean {
  return line > 0
}

export function placeText(place: Place): string {
  return isSomewhere(place) ? `${place.file}:${place.line}:${place.column}` : nowhere
}

/** The same without the column. */
export function lineText(place: Pick<Place, 'file' | 'line'>): string {
  return isSomewhere(place) ? `${place.file}:${place.line}` : nowhere
}
