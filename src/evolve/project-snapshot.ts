/**
 * One version of a project: its modules with what they say of themselves, the packages that they reach, and who depends on
 * whom. Reads only what changed since the version whose facts are given; everything else is decided by size and time, or by
 * content where a checkout has touched the times.
 *
 * Besides modules, packages and data files the graph has two nodes of its own. `everything` depends on all modules: what
 * imports a name that is only known at run time, or that nothing explains, depends on it. All modules depend on
 * `surroundings`, which depends on what runs before tests and on what changes globals.
 */

import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { digest, jsonChecksum } from './clean-checksum.ts'
import { DependencyGraph } from './dependency-graph.ts'
import { installationOf, type PackageCode, readPackageCode } from './installed-packages.ts'
import { type FileStamp, isCode, looksLikeTest, projectFiles, stampOf } from './project-files.ts'
import {
  activeManifest,
  type Aliases,
  isConfiguration,
  readAliases,
  setupNames,
  setupNamesOfCommand,
} from './read-configuration.ts'
import { type ModuleFacts, readModule } from './read-module.ts'
import { foldersAbove, ImportResolver, type Manifest, packageName, type Resolution } from './resolve-import.ts'
import { originOfPackage, originsOfBuiltin } from './signal-words.ts'

/** What is kept of a module between versions. */
export interface KnownModule {
  readonly stamp: FileStamp
  /** Of the text as it stands. */
  readonly raw: string
  readonly facts: ModuleFacts
}

export interface KnownPackage {
  readonly name: string
  readonly version: string
  /** Folders of the packages that it depends on. */
  readonly dependencies: readonly string[]
  /** Words and origins of its code; absent until they are asked for. */
  readonly code?: PackageCode
}

/** What earlier versions have taught. */
export interface Known {
  /** What package managers write when they change what is installed. */
  readonly installation: string
  readonly modules: Readonly<Record<string, KnownModule>>
  readonly packages: Readonly<Record<string, KnownPackage>>
  readonly data: Readonly<Record<string, KnownData>>
}

export interface KnownData {
  readonly stamp: FileStamp
  readonly checksum: string
}

export interface SnapshotOptions {
  /** The project's folder, absolute. */
  readonly root: string
  readonly command: readonly string[]
  readonly vocabulary: ReadonlySet<string>
  readonly known: Known | undefined
  /** Packages that are not the program's: runners, compilers. They are no part of the graph. */
  readonly isTool: (name: string) => boolean
}

export const everything = '*'
export const surroundings = '!'
const packagePrefix = 'npm:'

export const isPackageNode = (node: string): boolean => node.startsWith(packagePrefix)
export const isModuleNode = (node: string): boolean =>
  node !== everything && node !== surroundings && !isPackageNode(node) && isCode(node)

export class ProjectSnapshot {
  readonly root: string
  readonly modules = new Map<string, KnownModule>()
  readonly packages = new Map<string, KnownPackage>()
  readonly graph = new DependencyGraph()
  /** Of files whose change may change everything. */
  readonly configurations = new Map<string, string>()
  /** Versions of runners and compilers that the project names. */
  readonly tools = new Map<string, string>()
  /** Files that were read because nothing was known of their content. */
  read = 0
  readonly #options: SnapshotOptions
  readonly #files: Map<string, FileStamp>
  readonly #manifests = new Map<string, Manifest | undefined>()
  readonly data = new Map<string, KnownData>()
  readonly installation: string
  /** Files outside of the project that are not there. */
  readonly #absent = new Set<string>()
  readonly #installed = new Map<string, string | undefined>()
  readonly #origins = new Map<string, Set<string>>()
  readonly #imports = new ImportsOfModules()
  #resolver: ImportResolver

  constructor(options: SnapshotOptions) {
    this.#options = options
    this.root = options.root
    this.#files = projectFiles(options.root)
    this.installation = installationOf(options.root)
    this.#resolver = this.#resolverFor((file) => this.#has(file))
    this.#readConfigurations()
    const code = [...this.#files.keys()].filter(isCode)
    for (const file of code) this.#addModule(file)
    // Imports can lead to modules outside of the project's folder: the list grows while it is walked.
    for (const file of this.modules.keys()) this.#addEdges(file)
    this.#addSurroundings()
    this.#addEffects()
    if (this.graph.has(everything)) for (const file of this.modules.keys()) this.graph.addEdge(everything, file)
  }

  /** What decides whether a node changed. */
  checksumOf(node: string): string {
    if (isPackageNode(node)) {
      const found = this.packages.get(node.slice(packagePrefix.length))
      return found === undefined ? '' : `${found.name}@${found.version}`
    }
    return this.modules.get(node)?.facts.checksum ?? this.#dataChecksum(node)
  }

  /** All nodes with what decides whether they changed: their own checksum and whom they depend on. */
  checksums(): Map<string, string> {
    const sums = new Map<string, string>()
    for (const node of this.graph.nodes) {
      const dependencies = [...this.graph.dependenciesOf(node)].filter((other) => other !== surroundings).sort()
      const own = node === everything || node === surroundings ? '' : this.checksumOf(node)
      sums.set(node, `${own} ${digest(dependencies.join('\n')).slice(0, 8)}`)
    }
    return sums
  }

  /** Words and reachable origins of a set of nodes. */
  wordsOf(nodes: Iterable<string>): Set<string> {
    const words = new Set<string>()
    for (const node of nodes) {
      const own = isPackageNode(node) ? this.codeOf(node).words : (this.modules.get(node)?.facts.words ?? [])
      for (const word of own) words.add(word)
    }
    return words
  }

  originsOf(nodes: Iterable<string>): Set<string> {
    const origins = new Set<string>()
    for (const node of nodes) {
      if (isPackageNode(node)) {
        origins.add(originOfPackage(this.packages.get(node.slice(packagePrefix.length))?.name ?? ''))
        for (const origin of this.codeOf(node).origins) origins.add(origin)
      } else for (const origin of this.#origins.get(node) ?? []) origins.add(origin)
    }
    return origins
  }

  /** Reads the code of a package, once for each of its versions. */
  codeOf(node: string): PackageCode {
    const folder = node.slice(packagePrefix.length)
    const found = this.packages.get(folder)
    if (found === undefined) return { words: [], origins: [] }
    if (found.code !== undefined) return found.code
    const code = readPackageCode(path.join(this.root, folder), this.#options.vocabulary)
    this.packages.set(folder, { ...found, code })
    return code
  }

  /** Reads the code of all packages that the program reaches, a package at a time, so that a decision about them finds it read. */
  async readPackages(): Promise<void> {
    for (const folder of this.packages.keys()) {
      this.codeOf(packagePrefix + folder)
      await setImmediate()
    }
  }

  /** Test files: named like tests, and nobody imports them but lists of tests. */
  tests(): string[] {
    return [...this.modules.keys()].filter((file) => this.#isTest(file))
  }

  /** Modules that would resolve an import differently if these files were there as well. */
  importersOf(deleted: ReadonlySet<string>): string[] {
    if (deleted.size === 0) return []
    const before = this.#resolverFor((file) => deleted.has(file) || this.#has(file))
    return [...this.modules].flatMap(([file, { facts }]) =>
      facts.imports.some((name) => before.resolve(name, file).files.some((found) => deleted.has(found))) ? [file] : [],
    )
  }

  #isTest(file: string): boolean {
    if (!looksLikeTest(file)) return false
    const importers = [...this.graph.dependentsOf(file)].filter(isModuleNode)
    return importers.every((importer) => looksLikeTest(importer) && this.#imports.isForEffects(importer, file))
  }

  #resolverFor(has: (file: string) => boolean): ImportResolver {
    const { root } = this.#options
    return new ImportResolver({
      root,
      has,
      manifest: (folder) => this.#manifest(folder),
      installed: (place) => this.#realFolder(place),
      aliases: this.#aliases(),
    })
  }

  #aliasList: Aliases[] | undefined
  #aliases(): Aliases[] {
    this.#aliasList ??= [...this.#files.keys()]
      .filter((file) => /(?:^|\/)(?:ts|js)config[\w.-]*\.json$/.test(file))
      .flatMap((file) => readAliases(file, (name) => this.#text(name)) ?? [])
    return this.#aliasList
  }

  #has(file: string): boolean {
    if (this.#files.has(file)) return true
    if (!file.startsWith('../') || this.#absent.has(file)) return false
    const stamp = stampOf(path.join(this.root, file))
    if (stamp === undefined) this.#absent.add(file)
    else this.#files.set(file, stamp)
    return stamp !== undefined
  }

  #text(file: string): string | undefined {
    try {
      return readFileSync(path.join(this.root, file), 'utf8')
    } catch {
      return undefined
    }
  }

  #manifest(folder: string): Manifest | undefined {
    if (this.#manifests.has(folder)) return this.#manifests.get(folder)
    const name = path.posix.join(folder, 'package.json')
    if (!/(?:^|\/)node_modules\/|^\.\./.test(name) && !this.#files.has(name)) return undefined
    let manifest: Manifest | undefined
    try {
      const content: unknown = JSON.parse(this.#text(name) ?? 'null')
      manifest = typeof content === 'object' && content !== null ? content : undefined
    } catch {
      manifest = undefined
    }
    this.#manifests.set(folder, manifest)
    return manifest
  }

  #addModule(file: string): void {
    if (this.modules.has(file)) return
    const stamp = this.#files.get(file) ?? stampOf(path.join(this.root, file))
    if (stamp === undefined) return
    const known = this.#options.known?.modules[file]
    if (known !== undefined && known.stamp.size === stamp.size && known.stamp.time === stamp.time) {
      this.modules.set(file, known)
    } else {
      const text = this.#text(file) ?? ''
      this.read += 1
      const raw = digest(text)
      const facts = known?.raw === raw ? known.facts : readModule(text, this.#options.vocabulary)
      this.modules.set(file, { stamp, raw, facts })
    }
    this.graph.addNode(file)
  }

  #addEdges(file: string): void {
    const { facts } = this.modules.get(file)!
    const folder = path.posix.dirname(file)
    for (const specifier of facts.imports) {
      const resolution = this.#resolver.resolve(specifier, file)
      this.#addResolution(file, specifier, resolution)
      for (const found of resolution.files) this.#imports.add(file, found, facts.effects.includes(specifier))
    }
    for (const prefix of facts.computed) {
      const targets = prefix.startsWith('.') ? this.#filesBelow(path.posix.join(folder, prefix), prefix) : []
      if (targets.length === 0) this.graph.addEdge(file, everything)
      for (const target of targets) this.#depend(file, target)
    }
    for (const name of facts.paths)
      for (const base of [folder, '.']) {
        const target = path.posix.join(base, name)
        if (this.#files.has(target)) this.#depend(file, target)
        else if (name.startsWith('.')) for (const found of this.#resolver.file(target)) this.#depend(file, found)
      }
    for (const name of facts.folders)
      for (const base of [folder, '.'])
        for (const found of this.#filesBelow(`${path.posix.join(base, name)}/`, '/'))
          if (!isCode(found)) this.#depend(file, found)
    for (const { output, sources } of this.#aliases())
      if (output !== undefined && file.startsWith(`${output}/`))
        for (const source of sources)
          for (const found of this.#resolver.file(path.posix.join(source, file.slice(output.length + 1))))
            if (found !== file) this.#depend(file, found)
  }

  #filesBelow(start: string, prefix: string): string[] {
    // `join` takes the slash of `./plugins/` away, which says that what follows is inside.
    const wanted = prefix.endsWith('/') && !start.endsWith('/') ? `${start}/` : start
    return [...this.#files.keys()].filter((file) => file.startsWith(wanted))
  }

  #depend(from: string, to: string): void {
    if (from === to) return
    if (isCode(to)) this.#addModule(to)
    this.graph.addEdge(from, to)
  }

  #addResolution(from: string, specifier: string, { files, packages, builtin, unknown }: Resolution): void {
    for (const file of files) this.#depend(from, file)
    for (const folder of packages) this.#addPackage(from, folder)
    if (unknown) this.graph.addEdge(from, everything)
    if (/^[./#]/.test(specifier)) return
    // The package by its name, installed or not: it may be another's stand-in.
    const found = builtin ? originsOfBuiltin(specifier) : [originOfPackage(packageName(specifier))]
    this.#origins.set(from, new Set([...(this.#origins.get(from) ?? []), ...found]))
  }

  #addPackage(from: string, folder: string): void {
    let found = this.packages.get(folder)
    if (found === undefined) {
      found = this.#readPackage(folder)
      if (found === undefined || this.#options.isTool(found.name)) return
      this.packages.set(folder, found)
      for (const target of found.dependencies) this.#addPackage(packagePrefix + folder, target)
    }
    this.graph.addEdge(from, packagePrefix + folder)
  }

  /** As it was, while package managers have left what is installed alone. */
  #readPackage(folder: string): KnownPackage | undefined {
    const known = this.#options.known?.packages[folder]
    if (known !== undefined && this.#isUntouched) return known
    const manifest = this.#manifest(folder)
    if (manifest === undefined) return undefined
    const names = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies }
    const dependencies = Object.keys(names).flatMap((name) => this.#find(name, folder) ?? [])
    const { name = path.posix.basename(folder), version = '' } = manifest
    const same = known?.name === name && known.version === version && known.code !== undefined
    return { name, version, dependencies, ...(same ? { code: known.code } : {}) }
  }

  get #isUntouched(): boolean {
    return this.installation !== '' && this.#options.known?.installation === this.installation
  }

  #find(name: string, from: string): string | undefined {
    for (const folder of foldersAbove(from)) {
      const found = this.#realFolder(path.posix.join(folder, 'node_modules', name))
      if (found !== undefined) return found
    }
    return undefined
  }

  #realFolder(place: string): string | undefined {
    if (this.#installed.has(place)) return this.#installed.get(place)
    let real: string | undefined
    if (this.#isUntouched && this.#options.known?.packages[place] !== undefined) real = place
    else if (stampOf(path.join(this.root, place, 'package.json')) !== undefined) {
      const folder = realpathSync(path.join(this.root, place))
      real = path.relative(this.root, folder).split(path.sep).join('/')
    }
    this.#installed.set(place, real)
    return real
  }

  #readConfigurations(): void {
    for (const file of this.#files.keys()) {
      const isManifest = path.posix.basename(file) === 'package.json'
      if (!isManifest && !isConfiguration(file)) continue
      const text = this.#text(file) ?? ''
      this.configurations.set(file, digest(isManifest ? activeManifest(text) : text))
    }
    const { dependencies = {}, devDependencies = {} } = this.#manifest('.') ?? {}
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      if (!this.#options.isTool(name)) continue
      const place = this.#find(name, '.')
      this.tools.set(name, place === undefined ? '' : (this.#manifest(place)?.version ?? ''))
    }
  }

  /** What runs before the tests, and what changes globals. Tests are left out: that they do not disturb each other is an assumption. */
  #addSurroundings(): void {
    const names = [...this.configurations.keys()].flatMap((file) =>
      setupNames(file, this.#text(file) ?? '').map((name) => ({ name, folder: path.posix.dirname(file) })),
    )
    names.push(...setupNamesOfCommand(this.#options.command.join(' ')).map((name) => ({ name, folder: '.' })))
    const setups = new Set(
      names.flatMap(({ name, folder }) => this.#resolver.file(path.posix.join(folder, name))).filter(isCode),
    )
    const patches = [...this.modules].filter(([file, { facts }]) => facts.patches && !this.#isTest(file))
    for (const file of [...setups, ...patches.map(([file]) => file)]) this.#depend(surroundings, file)
    for (const file of this.modules.keys()) this.graph.addEdge(file, surroundings)
  }

  /** What is imported for its effects is a dependency of all that its importer loads besides. */
  #addEffects(): void {
    for (const [importer, effect] of this.#imports.forEffects()) {
      if (this.#isTest(effect) || !this.modules.has(effect)) continue
      const own = this.graph.dependees([effect])
      for (const node of this.graph.dependees([importer]))
        if (!own.has(node) && isModuleNode(node)) this.graph.addEdge(node, effect)
    }
  }

  #dataChecksum(file: string): string {
    let found = this.data.get(file)
    if (found === undefined) {
      const stamp = this.#files.get(file) ?? { size: 0, time: 0 }
      const known = this.#options.known?.data[file]
      if (known !== undefined && known.stamp.size === stamp.size && known.stamp.time === stamp.time) found = known
      else {
        const text = this.#text(file) ?? ''
        found = { stamp, checksum: file.endsWith('.json') ? jsonChecksum(text) : digest(text) }
      }
      this.data.set(file, found)
    }
    return found.checksum
  }
}

/** Which imports are for effects only. */
class ImportsOfModules {
  readonly #forEffects = new Map<string, Map<string, boolean>>()

  add(importer: string, imported: string, forEffects: boolean): void {
    const imports = this.#forEffects.get(importer) ?? new Map<string, boolean>()
    imports.set(imported, forEffects && (imports.get(imported) ?? true))
    this.#forEffects.set(importer, imports)
  }

  isForEffects(importer: string, imported: string): boolean {
    return this.#forEffects.get(importer)?.get(imported) === true
  }

  *forEffects(): Generator<[importer: string, imported: string]> {
    for (const [importer, imports] of this.#forEffects)
      for (const [imported, forEffects] of imports) if (forEffects) yield [importer, imported]
  }
}
