/**
 * From what a module says of itself to what it depends on: files and packages that its imports lead to, files that it names
 * in texts, sources that it was compiled from. Follows from the module's text and the project's layout alone, and is kept
 * while both are the same.
 */

import path from 'node:path'
import { isCode } from './project-files.ts'
import type { ProjectLayout } from './project-layout.ts'
import type { ModuleFacts } from './read-module.ts'
import { packageName } from './resolve-import.ts'
import { originOfPackage, originsOfBuiltin } from './signal-words.ts'

export interface ModuleLinks {
  /** Files that it depends on: modules and data. */
  readonly files: readonly string[]
  /** Those among them that it reaches by imports of names only, with the names. */
  readonly names: Readonly<Record<string, readonly string[]>>
  /** Those among them that it imports for what loading them does, and for nothing else. */
  readonly effects: readonly string[]
  /** Folders of packages. */
  readonly packages: readonly string[]
  /** What its imports bring within reach: `node:fs`, `npm:pg`. */
  readonly origins: readonly string[]
  /** It imports a name that only a run knows, or that nothing explains: it may depend on any module. */
  readonly open: boolean
}

export function linkModule(file: string, facts: ModuleFacts, layout: ProjectLayout): ModuleLinks {
  const { resolver, files: project } = layout
  const folder = path.posix.dirname(file)
  const files = new Set<string>()
  const packages = new Set<string>()
  const origins = new Set<string>()
  /** By imported file: whether all imports of it are for effects. */
  const forEffects = new Map<string, boolean>()
  /** By imported file: the names; undefined when something takes the module as a whole. */
  const names = new Map<string, readonly string[] | undefined>()
  const addWhole = (name: string): void => {
    files.add(name)
    names.set(name, undefined)
  }
  let open = false
  for (const specifier of facts.imports) {
    const { files: found, packages: folders, builtin, unknown } = resolver.resolve(specifier, file)
    for (const name of found) {
      files.add(name)
      const taken = facts.names[specifier]
      const before = names.has(name) ? names.get(name) : []
      names.set(name, taken === undefined || before === undefined ? undefined : [...before, ...taken])
      forEffects.set(name, facts.effects.includes(specifier) && (forEffects.get(name) ?? true))
    }
    for (const name of folders) packages.add(name)
    open ||= unknown
    if (/^[./#]/.test(specifier)) continue
    // The package by its name, installed or not: it may be another's stand-in.
    for (const origin of builtin ? originsOfBuiltin(specifier) : [originOfPackage(packageName(specifier))])
      origins.add(origin)
  }
  for (const prefix of facts.computed) {
    // `join` takes the slash of `./plugins/` away, which says that what follows is inside.
    const start = path.posix.join(folder, prefix)
    const wanted = prefix.endsWith('/') && !start.endsWith('/') ? `${start}/` : start
    const targets = prefix.startsWith('.') ? project.startingWith(wanted) : []
    open ||= targets.length === 0
    for (const target of targets) addWhole(target)
  }
  for (const name of facts.paths)
    for (const base of [folder, '.']) {
      const target = path.posix.join(base, name)
      if (project.has(target)) addWhole(target)
      else if (name.startsWith('.')) for (const found of resolver.file(target)) addWhole(found)
    }
  for (const name of facts.folders)
    for (const base of [folder, '.'])
      for (const found of project.startingWith(`${path.posix.join(base, name)}/`)) if (!isCode(found)) addWhole(found)
  for (const { output, sources } of layout.aliases)
    if (output !== undefined && file.startsWith(`${output}/`))
      for (const source of sources)
        for (const found of resolver.file(path.posix.join(source, file.slice(output.length + 1)))) addWhole(found)
  files.delete(file)
  return {
    files: [...files],
    names: Object.fromEntries(
      [...names].filter((entry): entry is [string, readonly string[]] => entry[1] !== undefined),
    ),
    effects: [...forEffects].flatMap(([name, only]) => (only && name !== file ? [name] : [])),
    packages: [...packages],
    origins: [...origins],
    open,
  }
}
