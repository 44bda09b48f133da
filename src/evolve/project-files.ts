/**
 * The files of a project as they stand: names and what tells quickly that one is unchanged. Folders of other tools, of
 * version control and of installed packages are left out. One pass over the folders; nothing is read.
 */

import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Size and time of last change: when both are the same, so is the file. */
export interface FileStamp {
  readonly size: number
  readonly time: number
}

const leftOut = new Set(['node_modules', 'coverage', 'bower_components'])
const codeNames = /\.(?:[cm]?[jt]sx?|vue|svelte)$/
const declarations = /\.d\.[cm]?ts$/

export function isCode(file: string): boolean {
  return codeNames.test(file) && !declarations.test(file)
}

/** By path relative to `root`, with `/`. */
export function projectFiles(root: string): Map<string, FileStamp> {
  const files = new Map<string, FileStamp>()
  const visit = (folder: string, prefix: string): void => {
    for (const entry of entriesOf(folder)) {
      const { name } = entry
      const full = path.join(folder, name)
      const isFolder = entry.isDirectory()
      if (isFolder) {
        if (!leftOut.has(name) && !name.startsWith('.')) visit(full, `${prefix}${name}/`)
        continue
      }
      const stamp = stampOf(full)
      if (stamp !== undefined) files.set(prefix + name, stamp)
    }
  }
  visit(root, '')
  return files
}

export function stampOf(file: string): FileStamp | undefined {
  const status = statSync(file, { throwIfNoEntry: false })
  return status?.isFile() === true ? { size: status.size, time: status.mtimeMs } : undefined
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** Test files by the names that runners look for. */
export function looksLikeTest(file: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|specs?)\/|(?:^|[/._-])(?:tests?|spec)\.[cm]?[jt]sx?$/.test(file) && isCode(file)
}
