/** What Node takes the files of a package for: as its `package.json` says. */

import { realpathSync } from 'node:fs'
import path from 'node:path'
import { readFileSync } from '../instrument/patch/originals.ts'

/** The `type` of the package that a file belongs to. */
export function typeOfPackage(file: string): string | undefined {
  for (let folder = path.dirname(realPath(file)); ; folder = path.dirname(folder)) {
    try {
      return (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { type?: string }).type
    } catch {
      if (path.dirname(folder) === folder) return undefined
    }
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
