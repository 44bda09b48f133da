/**
 * What is installed in `node_modules`: whether it changed at all, which packages the program reaches, and what their code
 * could signal. Packages are read again only when package managers have changed what is installed, their code only when
 * their version is another.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { digest } from './clean-checksum.ts'
import { type ProjectFiles, stampOf } from './project-files.ts'
import type { ProjectLayout } from './project-layout.ts'
import { foldersAbove } from './resolve-import.ts'
import { keyWrite, originsOfBuiltin, propertyWrite, withAsync, wordsWithAsync } from './signal-words.ts'

/** What is kept of a package between versions of the project. */
export interface KnownPackage {
  readonly name: string
  readonly version: string
  /** Folders of the packages that it depends on. */
  readonly dependencies: readonly string[]
  /** Words and origins of its code; absent until they are asked for. */
  readonly code?: PackageCode
}

export interface PackageCode {
  readonly words: readonly string[]
  readonly origins: readonly string[]
}

export interface PackagesOptions {
  readonly layout: ProjectLayout
  readonly known: Readonly<Record<string, KnownPackage>>
  readonly vocabulary: ReadonlySet<string>
  /** Packages that are not the program's: runners, compilers. */
  readonly isTool: (name: string) => boolean
}

/** By folder, relative to the project. */
export class InstalledPackages {
  /** Those that the program reaches. */
  readonly reached = new Map<string, KnownPackage>()
  readonly #options: PackagesOptions
  readonly #leftOut = new Set<string>()

  constructor(options: PackagesOptions) {
    this.#options = options
  }

  /** Undefined for tools, and where there is none. */
  reach(folder: string): KnownPackage | undefined {
    const reached = this.reached.get(folder)
    if (reached !== undefined || this.#leftOut.has(folder)) return reached
    const found = this.#read(folder)
    if (found === undefined || this.#options.isTool(found.name)) {
      this.#leftOut.add(folder)
      return undefined
    }
    this.reached.set(folder, found)
    return found
  }

  /** Reads the code of a package that was reached, once for each of its versions. */
  codeOf(folder: string): PackageCode {
    const found = this.reached.get(folder)
    if (found === undefined) return { words: [], origins: [] }
    if (found.code !== undefined) return found.code
    const { layout, vocabulary } = this.#options
    const code = readPackageCode(path.join(layout.files.root, folder), vocabulary)
    this.reached.set(folder, { ...found, code })
    return code
  }

  /** As it was, while package managers have left what is installed alone. */
  #read(folder: string): KnownPackage | undefined {
    const { layout, known } = this.#options
    const before = known[folder]
    if (before !== undefined && layout.isUntouched) return before
    const manifest = layout.manifest(folder)
    if (manifest === undefined) return undefined
    const names = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies }
    const dependencies = Object.keys(names).flatMap((name) => layout.find(name, folder) ?? [])
    const { name = path.posix.basename(folder), version = '' } = manifest
    const isSame = before?.name === name && before.version === version && before.code !== undefined
    return { name, version, dependencies, ...(isSame ? { code: before.code } : {}) }
  }
}

/** Files that package managers write when they install. npm's says what is installed; others are told apart by their stamps. */
const npmMark = '.package-lock.json'
const installationMarks = [npmMark, '.modules.yaml', '.yarn-integrity', '.yarn-state.yml']

/** Changes whenever something was installed; empty when nothing tells. */
export function installationOf({ root, takenAt }: ProjectFiles): string {
  const marks: string[] = []
  for (const folder of foldersAbove('.'))
    for (const name of installationMarks) {
      const file = path.join(root, folder, 'node_modules', name)
      const stamp = stampOf(file, takenAt)
      if (stamp === undefined) continue
      const mark = name === npmMark ? digest(installedByNpm(file)) : stamp
      if (mark === '') return ''
      marks.push(`${folder}/${name} ${mark}`)
    }
  return marks.join('\n')
}

/** The same in another checkout, and whatever the project's own version is. */
function installedByNpm(file: string): string {
  const text = readFileSync(file, 'utf8')
  try {
    const { name: _, version: __, ...rest } = JSON.parse(text) as Record<string, unknown>
    return JSON.stringify(rest)
  } catch {
    return text
  }
}

const importOfBuiltin =
  /(?:\brequire\s*\(\s*|\bfrom\s*|\bimport\s*\(?\s*|\bgetBuiltinModule\s*\(\s*)["'](?:node:)?([a-z_]\w*)(?:\/[\w/]+)?["']/g

/** Searched as text: comments and unused files of a package only add to what it could do. */
function readPackageCode(folder: string, vocabulary: ReadonlySet<string>): PackageCode {
  const words = new Set([propertyWrite, keyWrite])
  const mayMatterAsync = wordsWithAsync(vocabulary)
  const origins = new Set<string>()
  const visit = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const place = path.join(at, entry.name)
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') visit(place)
      } else if (/\.[cm]?js$/.test(entry.name)) {
        const text = readFileSync(place, 'utf8')
        // Looking for each word in turn takes ten times as long: there are hundreds.
        for (const [word] of text.matchAll(/[\w$]+/g)) {
          if (vocabulary.has(word)) words.add(word)
          if (mayMatterAsync.has(word)) words.add(withAsync(word))
        }
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
