/**
 * What imports are resolved by: names of files, manifests, path aliases, what is installed. Two versions of a project with
 * the same layout resolve every import alike, so where one import leads is only found out again when the layout, or the
 * module that it stands in, has changed.
 */

import { realpathSync } from 'node:fs'
import path from 'node:path'
import { digest } from './clean-checksum.ts'
import { installationOf } from './installed-packages.ts'
import { type ProjectFiles, stampOf } from './project-files.ts'
import { type Aliases, readAliases } from './read-configuration.ts'
import { foldersAbove, ImportResolver, type Manifest, placeOfPackage } from './resolve-import.ts'

/** What is kept of a layout between versions. */
export interface KnownLayout {
  /** Empty when nothing tells whether the layout is the same. */
  readonly digest: string
  /** What package managers write when they change what is installed; empty when they write nothing. */
  readonly installation: string
  /** Answers about files outside of the project. */
  readonly outside: Readonly<Record<string, string>>
}

export interface LayoutOptions {
  readonly files: ProjectFiles
  /** Digests of the manifests in the project, by file. */
  readonly manifests: ReadonlyMap<string, string>
  readonly known: KnownLayout | undefined
  /** Folders of packages that are known to be installed, should the installation be the same. */
  readonly isKnownPackage: (folder: string) => boolean
}

export class ProjectLayout {
  readonly files: ProjectFiles
  readonly aliases: readonly Aliases[]
  readonly resolver: ImportResolver
  readonly installation: string
  /** Whether imports lead where they led in the version that is known. */
  readonly isKnown: boolean
  /** Whether package managers have left what is installed alone. */
  readonly isUntouched: boolean
  readonly #digest: string
  readonly #isKnownPackage: (folder: string) => boolean
  readonly #manifests = new Map<string, Manifest | undefined>()
  readonly #installed = new Map<string, string | undefined>()

  constructor({ files, manifests, known, isKnownPackage }: LayoutOptions) {
    this.files = files
    this.#isKnownPackage = isKnownPackage
    this.installation = installationOf(files)
    this.isUntouched = this.installation !== '' && known?.installation === this.installation
    this.aliases = [...files.names]
      .filter((file) => /(?:^|\/)(?:ts|js)config[\w.-]*\.json$/.test(file))
      .flatMap((file) => readAliases(file, (name) => files.text(name)) ?? [])
    this.#digest =
      this.installation === ''
        ? ''
        : digest(JSON.stringify([[...files.names], [...manifests], this.aliases, this.installation]))
    this.isKnown =
      known !== undefined && this.#digest !== '' && known.digest === this.#digest && files.agreesWith(known.outside)
    this.resolver = this.resolverWith((file) => files.has(file))
  }

  /** What the next version may take over. */
  get known(): KnownLayout {
    const { installation, files } = this
    return { digest: this.#digest, installation, outside: Object.fromEntries(files.outside) }
  }

  /** As imports would be resolved if other files were there. */
  resolverWith(has: (file: string) => boolean): ImportResolver {
    return new ImportResolver({
      root: this.files.root,
      has,
      manifest: (folder) => this.manifest(folder),
      installed: (place) => this.#realFolder(place),
      aliases: this.aliases,
    })
  }

  /** The manifest in a folder of the project, below `node_modules`, or outside. */
  manifest(folder: string): Manifest | undefined {
    if (this.#manifests.has(folder)) return this.#manifests.get(folder)
    const name = path.posix.join(folder, 'package.json')
    const isInstalled = /(?:^|\/)node_modules\//.test(name)
    let manifest: Manifest | undefined
    if (isInstalled || this.files.has(name)) {
      try {
        const content: unknown = JSON.parse(this.files.text(name) ?? 'null')
        manifest = typeof content === 'object' && content !== null ? content : undefined
      } catch {
        // Nobody else can read it either.
      }
    }
    this.#manifests.set(folder, manifest)
    return manifest
  }

  /** The folder of a package, as seen from another folder; undefined when it is not installed. */
  find(name: string, from: string): string | undefined {
    for (const folder of foldersAbove(from)) {
      const found = this.#realFolder(placeOfPackage(name, folder))
      if (found !== undefined) return found
    }
    return undefined
  }

  #realFolder(place: string): string | undefined {
    if (this.#installed.has(place)) return this.#installed.get(place)
    const { root, takenAt } = this.files
    let real: string | undefined
    if (this.isUntouched && this.#isKnownPackage(place)) real = place
    else if (stampOf(path.join(root, place, 'package.json'), takenAt) !== undefined)
      real = path
        .relative(root, realpathSync(path.join(root, place)))
        .split(path.sep)
        .join('/')
    this.#installed.set(place, real)
    return real
  }
}
