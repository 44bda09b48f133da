/** The answer to an id that the catalogue does not have. */

import { nearestName } from '../diagnostics/nearest-name.ts'
import { UserError } from '../diagnostics/user-error.ts'
import { listCatalogue } from '../load/read-catalogue.ts'

export function unknownSpec(id: string): UserError {
  const near = nearestName(
    id,
    listCatalogue().map((entry) => entry.id),
  )
  return new UserError({
    code: 'unknown-spec',
    message: `there is no spec "${id}"`,
    remedy: `${near === undefined ? '' : `Did you mean ${near}? `}\`jsmop specs\` lists them all.`,
  })
}
