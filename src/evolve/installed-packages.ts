/** What is installed in `node_modules`: whether it changed at all, and what the code of a package could signal. */

import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { stampOf } from './project-files.ts'
import { foldersAbove } from './resolve-import.ts'
import { keyWrite, originsOfBuiltin, propertyWrite } from './signal-words.ts'

export interface PackageCode {
  readonly words: readonly string[]
  readonly origins: readonly string[]
}

/** Files that package managers write when they install. */
const installationMarks = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml']

/** Changes whenever something was installed; empty when nothing tells. */
export function installationOf(root: string): string {
  for (const folder of foldersAbove('.')) {
    const marks = installationMarks.flatMap((name) => {
      const stamp = stampOf(path.join(root, folder, 'node_modules', name))
      return stamp === undefined ? [] : [`${folder}/${name} ${stamp.size} ${stamp.time}`]
    })
    if (marks.length > 0) return marks.join('\n')
  }
  return ''
}

const importOfBuiltin =
  /(?:\brequire\s*\(\s*|\bfrom\s*|\bimport\s*\(?\s*|\bgetBuiltinModule\s*\(\s*)["'](?:node:)?([a-z_]\w*)(?:\/[\w/]+)?["']/g

/** Searched as text: comments and unused files of a package only add to what it could do. */
export function readPackageCode(folder: string, vocabulary: ReadonlySet<string>): PackageCode {
  const words = new Set([propertyWrite, keyWrite])
  const origins = new Set<string>()
  const visit = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const place = path.join(at, entry.name)
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') visit(place)
      } else if (/\.[cm]?js$/.test(entry.name)) {
        const text = readFileSync(place, 'utf8')
        // Looking for each word in turn takes ten times as long: there are hundreds.
        for (const [word] of text.matchAll(/[\w$]+/g)) if (vocabulary.has(word)) words.add(word)
        for (const [, name] of text.matchAll(importOfBuiltin))
          if (isBuiltin(name!)) for (const origin of originsOfBuiltin(name!)) origins.add(origin)
      }
    }
  }
  try {
    visit(folder)
  } catch {
    // What cannot be read cannot be loaded either.
  }
  return { words: [...words].sort(), origins: [...origins].sort() }
}
