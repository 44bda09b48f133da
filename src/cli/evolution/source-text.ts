/** The text of a file of the project. */

import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Undefined when it cannot be read. */
export function readText(root: string, file: string): string | undefined {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return undefined
  }
}
