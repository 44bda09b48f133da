/**
 * What Node 20 will find when CommonJS imports something, as far as the specifier alone tells: most runners import the test
 * files of CommonJS projects, and such files come to the hook on `_compile`, without the thread that ES modules need.
 */

import { realpathSync } from 'node:fs'
import { wrap } from 'node:module'
import path from 'node:path'
import { fileURLToPath, URL } from 'node:url'
import { readFileSync, Script } from '../instrument/patch/originals.ts'

/** Whether a specifier is the address of a file that surely is CommonJS. */
export function isCommonJsAddress(specifier: unknown): boolean {
  try {
    const file = fileAt(specifier)
    if (file === undefined) return false
    if (file.endsWith('.cjs')) return true
    if (!file.endsWith('.js')) return false
    const type = typeOfPackage(file)
    return type === undefined ? isCommonJsText(readFileSync(file, 'utf8')) : type === 'commonjs'
  } catch {
    return false
  }
}

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

/** Names that begin with neither depend on who imports. */
function fileAt(specifier: unknown): string | undefined {
  const address = specifier instanceof URL ? specifier.href : specifier
  if (typeof address !== 'string' || !/^(?:file:|\/)/.test(address)) return undefined
  return fileURLToPath(new URL(address, 'file:'))
}

/** Without a `type`, Node takes a text for an ES module that cannot be compiled as CommonJS. */
function isCommonJsText(text: string): boolean {
  if (!/\b(?:import|export|await)\b/.test(text)) return true
  try {
    void new Script(wrap(text.replace(/^#!/, '//')))
    return true
  } catch {
    return false
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
