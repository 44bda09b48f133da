/** "Did you mean": the remedy for a name that is none of the known ones. Used by all errors about names in `logic`. */

import { nearestName } from '../../diagnostics/nearest-name.ts'

/** Names the likeliest of the known names; where none is near, `otherwise` and the known names. */
export function suggestion(name: string, known: readonly string[], otherwise: string): string {
  const best = nearestName(name, known)
  if (best !== undefined) return `did you mean '${best}'?`
  return known.length === 0 ? otherwise : `${otherwise}: ${known.join(', ')}`
}
