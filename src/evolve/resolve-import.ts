/**
 * From a specifier in a module to the files and packages that it may stand for. Over-approximates: where Node, TypeScript
 * and bundlers choose differently (conditions of `exports`, a `.ts` beside a `.js`), all that exist are taken; an edge too
 * many makes a run dearer, an edge missing makes it miss something. What resolves to nothing is `unknown`.
 */

import { isBuiltin } from 'node:module'
import path from 'node:path'
import { type Aliases } from './read-configuration.ts'

export interface Resolution {
  /** Files of the project, relative to it. */
  readonly files: readonly string[]
  /** Folders of packages in `node_modules`, relative to the project. */
  readonly packages: readonly string[]
  readonly builtin: boolean
  readonly unknown: boolean
}

export interface Surroundings {
  /** The project's folder, absolute. */
  readonly root: string
  /** Whether a file of the project exists. */
  has(file: string): boolean
  /** The manifest in a folder (relative to the project), if there is one. */
  manifest(folder: string): Manifest | undefined
  /** The true folder of a package that is installed in a folder below `node_modules`; undefined when none is. */
  installed(place: string): string | undefined
  readonly aliases: readonly Aliases[]
}

export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly main?: unknown
  readonly module?: unknown
  readonly browser?: unknown
  readonly exports?: unknown
  readonly imports?: unknown
  readonly sideEffects?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const nothing: Resolution = { files: [], packages: [], builtin: false, unknown: false }
const unknown: Resolution = { ...nothing, unknown: true }
const extensions = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx', '.json', '.node', '.vue', '.svelte']
/** What a compiled name is in TypeScript. */
const sourceNames: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.js$/, ['.ts', '.tsx', '.jsx']],
  [/\.jsx$/, ['.tsx']],
  [/\.mjs$/, ['.mts']],
  [/\.cjs$/, ['.cts']],
]

export class ImportResolver {
  readonly #around: Surroundings
  readonly #known = new Map<string, Resolution>()

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** `from` is the importing file, relative to the project. */
  resolve(specifier: string, from: string): Resolution {
    const folder = path.posix.dirname(from)
    const key = `${folder}\n${specifier}`
    let known = this.#known.get(key)
    if (known === undefined) this.#known.set(key, (known = this.#resolve(specifier.replace(/[?].*$/, ''), folder)))
    return known
  }

  /** The files that a path without further meaning may be. */
  file(name: string): string[] {
    const found = new Set<string>()
    const add = (candidate: string): boolean => {
      if (!this.#around.has(candidate)) return false
      found.add(candidate)
      return true
    }
    const isWhole = add(name)
    for (const [compiled, sources] of sourceNames)
      if (compiled.test(name)) for (const source of sources) add(name.replace(compiled, source))
    if (isWhole) return [...found]
    for (const extension of extensions) add(name + extension)
    const manifest = this.#around.manifest(name)
    for (const main of [manifest?.main, manifest?.module])
      if (typeof main === 'string') for (const file of this.#plain(path.posix.join(name, main))) found.add(file)
    for (const extension of extensions) add(path.posix.join(name, `index${extension}`))
    return [...found]
  }

  /** Without looking for a manifest again. */
  #plain(name: string): string[] {
    const candidates = [name, ...extensions.map((end) => name + end), ...extensions.map((end) => `${name}/index${end}`)]
    return candidates.filter((candidate) => this.#around.has(path.posix.normalize(candidate)))
  }

  #resolve(specifier: string, folder: string): Resolution {
    if (specifier === '' || /^(?:data|https?):/.test(specifier)) return nothing
    if (specifier.startsWith('file:')) return unknown
    if (/^\.{0,2}\/|^\.{1,2}$/.test(specifier)) {
      const name = specifier.startsWith('/')
        ? path.relative(this.#around.root, specifier).split(path.sep).join('/')
        : path.posix.join(folder, specifier)
      return this.#found(this.file(name.replace(/\/$/, '')))
    }
    if (specifier.startsWith('#')) {
      const fromImports = this.#packageImports(specifier, folder)
      if (fromImports !== undefined) return fromImports
    }
    const aliased = this.#aliased(specifier)
    if (aliased.length > 0) return this.#found(aliased)
    if (isBuiltin(specifier)) return { ...nothing, builtin: true }
    return this.#package(specifier, folder)
  }

  #found(files: readonly string[]): Resolution {
    return files.length === 0 ? unknown : { ...nothing, files }
  }

  #aliased(specifier: string): string[] {
    const found: string[] = []
    for (const { paths, baseUrl } of this.#around.aliases) {
      for (const [pattern, targets] of Object.entries(paths)) {
        const rest = matchPattern(pattern, specifier)
        if (rest !== undefined) for (const target of targets) found.push(...this.file(target.replace('*', rest)))
      }
      if (baseUrl !== undefined) found.push(...this.file(path.posix.join(baseUrl, specifier)))
    }
    return found
  }

  #packageImports(specifier: string, folder: string): Resolution | undefined {
    for (const { at, manifest } of this.#manifestsAbove(folder)) {
      if (manifest.imports === undefined) continue
      const results = targetsOf(manifest.imports, specifier).map((target) =>
        target.startsWith('.')
          ? this.#found(this.file(path.posix.join(at, target)))
          : this.resolve(target, path.posix.join(at, 'x')),
      )
      return results.length === 0 ? unknown : join(results)
    }
    return undefined
  }

  #package(specifier: string, folder: string): Resolution {
    const [name, rest] = splitPackage(specifier)
    for (const { at, manifest } of this.#manifestsAbove(folder)) {
      if (manifest.name !== name || manifest.exports === undefined) continue
      return this.#inPackage(at, manifest, rest)
    }
    for (const at of foldersAbove(folder)) {
      const real = this.#around.installed(placeOfPackage(name, at))
      if (real === undefined) continue
      if (/(?:^|\/)node_modules\//.test(real)) return { ...nothing, packages: [real] }
      return this.#inPackage(real, this.#around.manifest(real) ?? {}, rest)
    }
    // What a manifest declares and nobody installed is not there for the program either.
    const declared = [...this.#manifestsAbove(folder)].some(({ manifest }) =>
      [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies, manifest.optionalDependencies].some(
        (list) => list !== undefined && Object.hasOwn(list, name),
      ),
    )
    return declared ? nothing : unknown
  }

  /** A package of the same workspace, whose files are the project's. */
  #inPackage(at: string, manifest: Manifest, rest: string): Resolution {
    const targets = manifest.exports === undefined ? [] : targetsOf(manifest.exports, rest === '' ? '.' : `./${rest}`)
    const names = targets.length > 0 ? targets : [rest]
    return this.#found(names.flatMap((target) => this.file(path.posix.join(at, target).replace(/\/$/, ''))))
  }

  *#manifestsAbove(folder: string): Generator<{ at: string; manifest: Manifest }> {
    for (const at of foldersAbove(folder)) {
      const manifest = this.#around.manifest(at)
      if (manifest !== undefined) yield { at, manifest }
    }
  }
}

/** What is above the project: workspaces install there what they share. */
const outside = ['..', '../..', '../../..', '../../../..'] as const
/** By folder; imports of a project ask for the same few thousands of times. */
const listsAbove = new Map<string, readonly string[]>([['.', ['.', ...outside]]])

/** The folder, and those above it, to the root and four above. */
export function foldersAbove(folder: string): readonly string[] {
  let folders = listsAbove.get(folder)
  if (folders === undefined) {
    const isOutside = folder === '..' || folder.endsWith('/..')
    const above = isOutside
      ? outside.map((levels) => path.posix.join(folder, levels))
      : foldersAbove(path.posix.dirname(folder))
    folders = path.posix.basename(folder) === 'node_modules' ? above : [folder, ...above]
    listsAbove.set(folder, folders)
  }
  return folders
}

/** Where a package is, if it is installed in a folder. */
export function placeOfPackage(name: string, folder: string): string {
  return folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
}

export function packageName(specifier: string): string {
  return splitPackage(specifier)[0]
}

/** `@scope/name/sub/path` as name and path. */
function splitPackage(specifier: string): [name: string, rest: string] {
  const parts = specifier.split('/')
  const count = specifier.startsWith('@') ? 2 : 1
  return [parts.slice(0, count).join('/'), parts.slice(count).join('/')]
}

/** What `*` stands for; undefined when the pattern does not match. */
function matchPattern(pattern: string, name: string): string | undefined {
  const star = pattern.indexOf('*')
  if (star === -1) return pattern === name ? '' : undefined
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)]
  return name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail)
    ? name.slice(head.length, name.length - tail.length)
    : undefined
}

/** All texts that a map of `exports` or `imports` has for a name, whatever the conditions. */
function targetsOf(map: unknown, name: string): string[] {
  if (typeof map === 'string') return name === '.' ? [map] : []
  if (typeof map !== 'object' || map === null) return []
  const entries = Object.entries(map)
  if (!entries.some(([key]) => /^[.#]/.test(key))) return name === '.' ? textsIn(map) : []
  return entries.flatMap(([pattern, target]) => {
    const rest = matchPattern(pattern, name)
    return rest === undefined ? [] : textsIn(target).map((text) => text.replaceAll('*', rest))
  })
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function join(results: readonly Resolution[]): Resolution {
  return {
    files: results.flatMap(({ files }) => files),
    packages: results.flatMap(({ packages }) => packages),
    builtin: results.some(({ builtin }) => builtin),
    unknown: results.every(({ unknown }) => unknown),
  }
}
