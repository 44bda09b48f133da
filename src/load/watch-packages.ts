/**
 * Modules of libraries, and of the project, whose exports some spec speaks of: each hands its exports over, by a call at
 * the very end of its text, as soon as it has run and before anyone else has them. So nothing is loaded that the program
 * does not load itself, every copy and every build of a library is seen, and a process without the library pays for one
 * look at each file's name.
 *
 * An ES module hands over its own namespace, which it imports from itself. What a namespace exports directly cannot be
 * replaced; classes and objects in it can be patched.
 *
 * A target names a package, not a file of it: its path is looked for in every module of the package, because the same
 * class is exported by the entry, by the file that defines it, and by other builds. `npm:name/file#path` means one file.
 */

import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readFileSync } from '../instrument/patch/originals.ts'
import type { Patcher } from '../instrument/patch/patcher.ts'
import type { SourceKind } from '../instrument/weave/weave.ts'
import { appendToModule } from '../runners/module-end.ts'
import type { TargetPlace } from '../spec/parse-target.ts'
import { satisfiesRange } from './satisfies-range.ts'

/** The name that appended calls refer to, a constant of each realm's script scope like those of woven text. */
export const exportsName = 'J$mopX'

/** What a text is compiled as: those that `vm` links cannot import themselves. */
export type WatchedKind = SourceKind | 'linked'

/** By file, what the module is called in targets; undefined for modules that no spec speaks of. */
export type NameOfModule = (file: string) => string | undefined

/** `names` are packages, and files of the project that begin with `./` or `../`; `cwd` is the project's folder. */
export function namesOfModules(names: Iterable<string>, cwd: string): NameOfModule {
  const packages: string[] = []
  const files = new Map<string, string>()
  for (const name of names) {
    if (name.startsWith('.')) files.set(path.resolve(cwd, name), name)
    else packages.push(name)
  }
  const candidates = new RegExp(
    String.raw`[\\/]node_modules[\\/](${packages.map((name) => name.replace('/', String.raw`[\\/]`).replaceAll('.', String.raw`\.`)).join('|')})[\\/](?!.*[\\/]node_modules[\\/])`,
  )
  return (file) => {
    const found = packages.length === 0 ? undefined : candidates.exec(file)?.[1]?.replaceAll('\\', '/')
    return found ?? (files.size === 0 ? undefined : files.get(pathOfModule(file)))
  }
}

/**
 * The text with its call, for a module that some spec speaks of; any other as it is, and one that has its call already: an ES
 * module that is required comes past two hooks. `file` is a path or an address.
 */
export function withExports(text: string, file: string, kind: WatchedKind, nameOf: NameOfModule): string {
  if (kind === 'linked') return text
  const name = nameOf(file)
  if (name === undefined || text.includes(`${exportsName}(`)) return text
  const call = (exports: string): string =>
    `${exportsName}(${JSON.stringify(name)}, ${JSON.stringify(file)}, ${exports})`
  if (kind !== 'module') return appendToModule(text, kind, call('module.exports')) ?? text
  const address = file.startsWith('file:') ? file : pathToFileURL(file).href
  return `${text}\n;import * as ${exportsName}self from ${JSON.stringify(address)}\n;${call(`${exportsName}self`)}`
}

/** What stands behind the name. Never throws into the module. */
export function packageReceiver(patcher: Patcher, onFault: (part: string, error: unknown) => void) {
  return (name: string, file: string, exports: unknown): void => {
    if ((typeof exports !== 'object' && typeof exports !== 'function') || exports === null) return
    try {
      const place = pathOfModule(file)
      const home = name.startsWith('.') ? undefined : homeOf(place, name)
      patcher.patchPackage(name, exports, home, (target) => accepts(target, place, home))
    } catch (error) {
      onFault(`exports of ${name}`, error)
    }
  }
}

/** The package's folder, with its closing separator: no other package's name begins with it. */
function homeOf(file: string, name: string): string {
  const folder = path.join('node_modules', name) + path.sep
  return file.slice(0, file.lastIndexOf(folder) + folder.length)
}

function accepts(target: TargetPlace, file: string, home: string | undefined): boolean {
  if (target.kind !== 'npm' || home === undefined) return true
  if (target.subpath !== undefined) {
    const inside = file.slice(home.length).replaceAll('\\', '/')
    if (withoutExtension(inside) !== withoutExtension(target.subpath)) return false
  }
  return target.range === undefined || satisfiesRange(versionOf(home), target.range)
}

function withoutExtension(file: string): string {
  return file.replace(/\.[cm]?[jt]s$/, '')
}

const versions = new Map<string, string>()

function versionOf(home: string): string {
  let version = versions.get(home)
  if (version === undefined) {
    ;({ version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string })
    versions.set(home, version)
  }
  return version
}

function pathOfModule(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file.replace(/[?#].*$/, '')) : file
}
