/** The file that starts this command line, for runs of it that studies and tuning make. */

import { fileURLToPath } from 'node:url'

export function ownCommandLine(): string {
  return fileURLToPath(new URL('../../jsmop.cjs', import.meta.url))
}
