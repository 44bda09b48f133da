/**
 * One version of a project: its modules with what they say of themselves, the packages that they reach, and who depends on
 * whom. Reads only what changed since the version whose facts are given; everything else is decided by stamps, or by
 * content where a checkout has touched the times.
 *
 * Besides modules, packages and data files the graph has two nodes of its own. `everything` depends on all modules: what
 * imports a name that is only known at run time, or that nothing explains, depends on it. All modules depend on
 * `surroundings`, which depends on what runs before tests and on what changes globals.
 */

import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { digest, jsonChecksum } from './clean-checksum.ts'
import { DependencyGraph } from './dependency-graph.ts'
import { followNames, type PassingModules } from './follow-names.ts'
import type { ReExport } from './imported-names.ts'
import { InstalledPackages, type KnownPackage, type PackageCode } from './installed-packages.ts'
import { linkModule, type ModuleLinks } from './link-module.ts'
import { type FileStamp, isCode, isSameFile, looksLikeTest, ProjectFiles } from './project-files.ts'
import { type KnownLayout, ProjectLayout } from './project-layout.ts'
import {
  compiledImports,
  compilerHooks,
  compilerPackages,
  configurationChecksum,
  type ConfigurationFacts,
  isCompilerConfiguration,
  isConfiguration,
  mayBeLocal,
  readConfiguration,
  setupNamesOfCommand,
} from './read-configuration.ts'
import { type ModuleFacts, readModule } from './read-module.ts'
import { foldersAbove } from './resolve-import.ts'
import { originOfPackage } from './signal-words.ts'

/** What is kept of a module between versions. */
export interface KnownModule {
  readonly stamp: FileStamp
  /** Of the text as it stands. */
  readonly raw: string
  readonly facts: ModuleFacts
  /** In the layout of the same version. */
  readonly links: ModuleLinks
}

export interface KnownData {
  readonly stamp: FileStamp
  readonly checksum: string
}

export interface KnownConfiguration {
  readonly stamp: FileStamp
  readonly facts: ConfigurationFacts
}

/** What an earlier version has taught. */
export interface Known {
  readonly layout: KnownLayout
  readonly modules: Readonly<Record<string, KnownModule>>
  readonly packages: Readonly<Record<string, KnownPackage>>
  readonly data: Readonly<Record<string, KnownData>>
  readonly configurations: Readonly<Record<string, KnownConfiguration>>
}

export interface SnapshotOptions {
  /** The project's folder, absolute. */
  readonly root: string
  readonly command: readonly string[]
  readonly vocabulary: ReadonlySet<string>
  readonly known: Known | undefined
  /** Packages that are not the program's: runners, compilers. They are no part of the graph. */
  readonly isTool: (name: string) => boolean
  /** When the files are looked at, in ms; the present unless told otherwise. */
  readonly takenAt?: number
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
  readonly graph = new DependencyGraph()
  /** Versions of runners and compilers that the project names. */
  readonly tools = new Map<string, string>()
  /** Files that were read because nothing was known of their content. */
  read = 0
  readonly #options: SnapshotOptions
  readonly #files: ProjectFiles
  readonly #layout: ProjectLayout
  readonly #packages: InstalledPackages
  readonly #configurations = new Map<string, KnownConfiguration>()
  readonly #data = new Map<string, KnownData>()
  readonly #passing: PassingModules
  readonly #quiet = new Map<string, boolean>()
  #sums: ReadonlyMap<string, string> | undefined
  #namedBy: ReadonlyMap<string, readonly string[]> | undefined

  constructor(options: SnapshotOptions) {
    const { root, known, vocabulary, isTool, takenAt = Date.now() } = options
    this.#options = options
    this.root = root
    this.#files = new ProjectFiles(root, takenAt)
    this.#readConfigurations()
    const manifests = [...this.#configurations].filter(([file]) => isManifest(file))
    this.#layout = new ProjectLayout({
      files: this.#files,
      manifests: new Map(manifests.map(([file, { facts }]) => [file, facts.raw])),
      known: known?.layout,
      isKnownPackage: (folder) => known?.packages[folder] !== undefined,
    })
    this.#packages = new InstalledPackages({ layout: this.#layout, known: known?.packages ?? {}, vocabulary, isTool })
    this.#passing = {
      reExports: (file) => this.#reExports(file),
      resolve: (specifier, from) => this.#layout.resolver.resolve(specifier, from),
    }
    this.#readTools()
    for (const file of this.#files.names) if (isCode(file)) this.#addModule(file)
    // Imports can lead to modules outside of the project's folder: the list grows while it is walked.
    for (const [file, { links }] of this.modules) this.#addLinks(file, links)
    this.#addSurroundings()
    this.#addEffects()
    if (this.graph.has(everything)) for (const file of this.modules.keys()) this.graph.addEdge(everything, file)
  }

  /** What the next version may take over. */
  get known(): Known {
    return {
      layout: this.#layout.known,
      modules: Object.fromEntries(this.modules),
      packages: Object.fromEntries(this.packages),
      data: Object.fromEntries(this.#data),
      configurations: Object.fromEntries(this.#configurations),
    }
  }

  /** By folder. */
  get packages(): ReadonlyMap<string, KnownPackage> {
    return this.#packages.reached
  }

  /** Checksums of files whose change may change everything. */
  get configurations(): ReadonlyMap<string, string> {
    const global = [...this.#configurations].filter(([file]) => !this.isLocal(file))
    return new Map(global.map(([file, { facts }]) => [file, this.configurationChecksum(facts)]))
  }

  get configurationFiles(): string[] {
    return [...this.#configurations.keys()]
  }

  /**
   * Whether a configuration concerns the modules below its folder and no others: a package of a workspace, a fixture, a
   * website. Whatever names the file or the folder from outside may apply it to anything.
   */
  isLocal(file: string): boolean {
    if (!mayBeLocal(file)) return false
    const folder = path.posix.dirname(file)
    const { command } = this.#options
    const scripts = Object.values(this.#configurations.get('package.json')?.facts.scripts ?? {})
    if ([...command, ...scripts].some((text) => text.includes(folder))) return false
    this.#namedBy ??= this.#readNames()
    return [folder, file, file.replace(/\.json$/, '')].every((name) =>
      (this.#namedBy!.get(name) ?? []).every((other) => other.startsWith(`${folder}/`)),
    )
  }

  /** By what they name, which configurations do. */
  #readNames(): Map<string, string[]> {
    const namedBy = new Map<string, string[]>()
    for (const [file, { facts }] of this.#configurations)
      for (const name of facts.names) {
        const named = path.posix.join(path.posix.dirname(file), name).replace(/\/$/, '')
        const others = namedBy.get(named)
        if (others === undefined) namedBy.set(named, [file])
        else others.push(file)
      }
    return namedBy
  }

  /** The modules of a folder. */
  modulesBelow(folder: string): string[] {
    return [...this.modules.keys()].filter((file) => file.startsWith(`${folder}/`))
  }

  /** Undefined when there is no such file. */
  checksumOfConfiguration(file: string): string | undefined {
    const known = this.#configurations.get(file)
    return known && this.configurationChecksum(known.facts)
  }

  /** The checksum of a configuration file, of any version. */
  configurationChecksum(facts: ConfigurationFacts): string {
    return configurationChecksum(facts, this.#options.command.join(' '))
  }

  /** What decides whether a node changed, besides whom it depends on. */
  checksumOf(node: string): string {
    if (isPackageNode(node)) {
      const found = this.packages.get(folderOf(node))
      return found === undefined ? '' : `${found.name}@${found.version}`
    }
    return this.modules.get(node)?.facts.checksum ?? this.#dataChecksum(node)
  }

  /** All nodes with what decides whether they changed: their own checksum, how they are set, and whom they depend on. */
  checksums(): ReadonlyMap<string, string> {
    if (this.#sums !== undefined) return this.#sums
    const settings = this.#localSettings()
    this.#sums = new Map(
      this.graph.nodes.map((node) => {
        const own = node === everything || node === surroundings ? '' : this.checksumOf(node)
        const set = this.modules.has(node) ? settings(path.posix.dirname(node)) : ''
        return [node, `${own} ${set}${this.graph.dependencyDigest(node, surroundings)}`]
      }),
    )
    return this.#sums
  }

  /** By folder, what configurations say of the modules in it and of no others. */
  #localSettings(): (folder: string) => string {
    const own = new Map<string, string>()
    for (const [file, { facts }] of this.#configurations) {
      if (!this.isLocal(file)) continue
      const folder = path.posix.dirname(file)
      own.set(folder, `${own.get(folder) ?? ''}${this.configurationChecksum(facts)} `)
    }
    if (own.size === 0) return () => ''
    const known = new Map<string, string>()
    return (folder) => {
      let settings = known.get(folder)
      if (settings === undefined) {
        settings = foldersAbove(folder)
          .map((above) => own.get(above) ?? '')
          .join('')
        known.set(folder, settings)
      }
      return settings
    }
  }

  /** Words that a set of nodes contains. */
  wordsOf(nodes: Iterable<string>): Set<string> {
    const words = new Set<string>()
    for (const node of nodes) {
      const own = isPackageNode(node) ? this.codeOf(node).words : (this.modules.get(node)?.facts.words ?? [])
      for (const word of own) words.add(word)
    }
    return words
  }

  /** Origins that a set of nodes brings within reach. */
  originsOf(nodes: Iterable<string>): Set<string> {
    const origins = new Set<string>()
    for (const node of nodes) {
      if (isPackageNode(node)) origins.add(originOfPackage(this.packages.get(folderOf(node))?.name ?? ''))
      const own = isPackageNode(node) ? this.codeOf(node).origins : (this.modules.get(node)?.links.origins ?? [])
      for (const origin of own) origins.add(origin)
    }
    return origins
  }

  codeOf(packageNode: string): PackageCode {
    return this.#packages.codeOf(folderOf(packageNode))
  }

  /** Reads the code of all packages that the program reaches, a package at a time, so that a decision about them finds it read. */
  async readPackages(): Promise<void> {
    for (const folder of this.packages.keys()) {
      this.#packages.codeOf(folder)
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
    const before = this.#layout.resolverWith((file) => deleted.has(file) || this.#files.has(file))
    return [...this.modules].flatMap(([file, { facts }]) =>
      facts.imports.some((name) => before.resolve(name, file).files.some((found) => deleted.has(found))) ? [file] : [],
    )
  }

  #isTest(file: string): boolean {
    if (!looksLikeTest(file)) return false
    const importers = this.graph.dependentsOf(file).filter(isModuleNode)
    return importers.every(
      (importer) => looksLikeTest(importer) && this.modules.get(importer)!.links.effects.includes(file),
    )
  }

  #readConfigurations(): void {
    for (const file of this.#files.names) {
      if (!isManifest(file) && !isConfiguration(file)) continue
      const stamp = this.#files.stamp(file) ?? ''
      const known = this.#options.known?.configurations[file]
      this.#configurations.set(
        file,
        known !== undefined && isSameFile(known.stamp, stamp)
          ? known
          : { stamp, facts: readConfiguration(file, this.#files.text(file) ?? '') },
      )
    }
  }

  #readTools(): void {
    const { dependencies = {}, devDependencies = {} } = this.#layout.manifest('.') ?? {}
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      if (!this.#options.isTool(name) && !compilerPackages.test(name)) continue
      const place = this.#layout.find(name, '.')
      this.tools.set(name, place === undefined ? '' : (this.#layout.manifest(place)?.version ?? ''))
    }
  }

  #addModule(file: string): void {
    if (this.modules.has(file)) return
    const stamp = this.#files.stamp(file)
    if (stamp === undefined) return
    this.modules.set(file, this.#readModule(file, stamp))
    this.graph.addNode(file)
  }

  #readModule(file: string, stamp: FileStamp): KnownModule {
    const known = this.#options.known?.modules[file]
    const isSame = known !== undefined && isSameFile(known.stamp, stamp)
    if (isSame && this.#layout.isKnown) return known
    if (isSame) return { ...known, links: linkModule(file, known.facts, this.#layout) }
    const text = this.#files.text(file) ?? ''
    this.read += 1
    const raw = digest(text)
    if (known?.raw === raw && this.#layout.isKnown) return { ...known, stamp }
    const facts = known?.raw === raw ? known.facts : readModule(text, this.#options.vocabulary)
    return { stamp, raw, facts, links: linkModule(file, facts, this.#layout) }
  }

  #addLinks(file: string, { files, names, packages, open }: ModuleLinks): void {
    // It has no code: whoever imports through it depends on what it passes on.
    if (this.#reExports(file) !== undefined) return
    for (const target of files) {
      this.#depend(file, target)
      for (const found of followNames(target, names[target] ?? ['*'], this.#passing)) {
        for (const next of found.files) this.#depend(file, next)
        for (const folder of found.packages) this.#dependOnPackage(file, folder)
      }
    }
    for (const folder of packages) this.#dependOnPackage(file, folder)
    if (open) this.graph.addEdge(file, everything)
  }

  /** The re-exports of a module that has nothing else, in a package whose manifest says that loading modules has no effects. */
  #reExports(file: string): readonly ReExport[] | undefined {
    const module = this.modules.get(file)
    if (module?.facts.reExports === undefined || module.links.open) return undefined
    return this.#loadsQuietly(path.posix.dirname(file)) ? module.facts.reExports : undefined
  }

  /** Whether the manifest for a folder says that loading modules has no effects. */
  #loadsQuietly(folder: string): boolean {
    let isQuiet = this.#quiet.get(folder)
    if (isQuiet === undefined) {
      const above = foldersAbove(folder).find((one) => this.#layout.manifest(one) !== undefined)
      isQuiet = above !== undefined && this.#layout.manifest(above)!.sideEffects === false
      this.#quiet.set(folder, isQuiet)
    }
    return isQuiet
  }

  #depend(from: string, to: string): void {
    if (isCode(to)) this.#addModule(to)
    this.graph.addEdge(from, to)
  }

  #dependOnPackage(from: string, folder: string): void {
    const node = packagePrefix + folder
    const isReached = this.graph.has(node)
    const found = this.#packages.reach(folder)
    if (found === undefined) return
    this.graph.addEdge(from, node)
    if (!isReached) for (const target of found.dependencies) this.#dependOnPackage(node, target)
  }

  /** What runs before the tests, and what changes globals. Tests are left out: that they do not disturb each other is an assumption. */
  #addSurroundings(): void {
    const names = [...this.#configurations].flatMap(([file, { facts }]) => facts.setups.map((name) => ({ file, name })))
    for (const name of setupNamesOfCommand(this.#options.command.join(' '))) names.push({ file: 'package.json', name })
    const setups = new Set<string>()
    const { resolver } = this.#layout
    const loadPackage = (name: string, file: string): void => {
      for (const folder of resolver.resolve(name, file).packages) this.#dependOnPackage(surroundings, folder)
    }
    for (const { file, name } of names) {
      for (const found of resolver.file(path.posix.join(path.posix.dirname(file), name)))
        if (isCode(found)) setups.add(found)
      if (isCompilerConfiguration(file) || compilerHooks.test(name))
        for (const imported of compiledImports) loadPackage(imported, file)
      else loadPackage(name, file)
    }
    const patches = [...this.modules].flatMap(([file, { facts }]) =>
      facts.patches && !this.#isTest(file) ? [file] : [],
    )
    for (const file of [...setups, ...patches]) this.#depend(surroundings, file)
    for (const file of this.modules.keys()) this.graph.addEdge(file, surroundings)
  }

  /** What is imported for its effects is a dependency of all that its importer loads besides. */
  #addEffects(): void {
    const known = new Map<string, ReadonlySet<string>>()
    const loadedBy = (file: string): ReadonlySet<string> => {
      let loaded = known.get(file)
      if (loaded === undefined) known.set(file, (loaded = this.#modulesFrom(file)))
      return loaded
    }
    for (const [importer, { links }] of this.modules)
      for (const effect of links.effects) {
        if (this.#isTest(effect) || !this.modules.has(effect)) continue
        const own = loadedBy(effect)
        for (const file of loadedBy(importer)) if (!own.has(file)) this.graph.addEdge(file, effect)
      }
  }

  /** The modules that loading one loads, itself included. */
  #modulesFrom(file: string): ReadonlySet<string> {
    const loaded = new Set([file])
    // A set hands out what is added while it is iterated.
    for (const module of loaded)
      for (const next of this.modules.get(module)!.links.files) if (this.modules.has(next)) loaded.add(next)
    return loaded
  }

  #dataChecksum(file: string): string {
    let found = this.#data.get(file)
    if (found === undefined) {
      const stamp = this.#files.stamp(file) ?? ''
      const known = this.#options.known?.data[file]
      if (known !== undefined && isSameFile(known.stamp, stamp)) found = known
      else {
        const text = this.#files.text(file) ?? ''
        found = { stamp, checksum: file.endsWith('.json') ? jsonChecksum(text) : digest(text) }
      }
      this.#data.set(file, found)
    }
    return found.checksum
  }
}

export const folderOf = (packageNode: string): string => packageNode.slice(packagePrefix.length)
const isManifest = (file: string): boolean => file.endsWith('package.json') && /(?:^|\/)package\.json$/.test(file)
