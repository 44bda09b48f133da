/** The version of the package that is running. */

import { readFileSync } from 'node:fs'

/** Beside `src` when sources run, one folder further up when the built package runs. */
const manifest = new URL(
  import.meta.url.endsWith('.ts') ? '../../package.json' : '../../../package.json',
  import.meta.url,
)

let known: string | undefined

export function version(): string {
  return (known ??= (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version)
}
