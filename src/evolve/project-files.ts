/**
 * The files of a project as they stand: their names, from one pass over the folders, and what tells quickly that one is
 * unchanged. Folders of other tools, of version control and of installed packages are left out. Nothing is read here but
 * what is asked for.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Size, inode and times of a file: when they are the same, so is its content. Times of changes to the inode are among them,
 * since archives and copies bring times of content along. Empty when the file changed so shortly before it was looked at
 * that a later change could carry the same times.
 */
export type FileStamp = string

/** Milliseconds within which two changes may have the same time; FAT has the coarsest clock. */
const granularity = 2000

const leftOut = new Set(['node_modules', 'coverage', 'bower_components'])
const codeNames = /\.(?:[cm]?[jt]sx?|vue|svelte)$/
const declarations = /\.d\.[cm]?ts$/

export function isCode(file: string): boolean {
  return codeNames.test(file) && !declarations.test(file)
}

/** Test files by the names that runners look for. */
export function looksLikeTest(file: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|specs?)\/|(?:^|[/._-])(?:tests?|spec)\.[cm]?[jt]sx?$/.test(file) && isCode(file)
}

/** Whether two stamps say that the content is the same. */
export function isSameFile(before: FileStamp | undefined, after: FileStamp): boolean {
  return before === after && after !== ''
}

/** Undefined when there is no such file; `takenAt` is the time of looking, in ms. */
export function stampOf(file: string, takenAt: number): FileStamp | undefined {
  const status = statSync(file, { throwIfNoEntry: false })
  if (status?.isFile() !== true) return undefined
  const { size, ino, mtimeMs, ctimeMs } = status
  return ctimeMs > takenAt - granularity ? '' : `${size} ${ino} ${mtimeMs} ${ctimeMs}`
}

/** Names are relative to the project, with `/`; those of files outside of it begin with `../`. */
export class ProjectFiles {
  /** Absolute. */
  readonly root: string
  /** When the files were looked at, in ms. */
  readonly takenAt: number
  /** Answers about files outside of the project, by name: empty for one that is not there. */
  readonly outside = new Map<string, string>()
  readonly #names = new Set<string>()
  readonly #stamps = new Map<string, FileStamp | undefined>()
  #sorted: readonly string[] | undefined

  constructor(root: string, takenAt: number) {
    this.root = root
    this.takenAt = takenAt
    this.#visit(root, '')
  }

  /** Of the project's own. */
  get names(): ReadonlySet<string> {
    return this.#names
  }

  has(file: string): boolean {
    return this.#names.has(file) || (file.startsWith('../') && this.#answer(file) !== '')
  }

  /** Undefined when there is no such file. */
  stamp(file: string): FileStamp | undefined {
    if (!this.#stamps.has(file)) this.#stamps.set(file, stampOf(this.#pathOf(file), this.takenAt))
    return this.#stamps.get(file)
  }

  /** Undefined when it cannot be read. */
  text(file: string): string | undefined {
    try {
      return readFileSync(this.#pathOf(file), 'utf8')
    } catch {
      return undefined
    }
  }

  /** Files of the project whose names begin so. */
  startingWith(prefix: string): string[] {
    const sorted = (this.#sorted ??= [...this.#names].sort())
    return sorted.slice(firstFrom(sorted, prefix), firstFrom(sorted, `${prefix}\uffff`))
  }

  /** Whether the files outside of the project are as these answers say; if so they are remembered. */
  agreesWith(answers: Readonly<Record<string, string>>): boolean {
    const agrees = Object.entries(answers).every(([file, answer]) => this.#answer(file) === answer)
    if (!agrees) this.outside.clear()
    return agrees
  }

  /** Of manifests the content matters, of others that they are there. */
  #answer(file: string): string {
    let answer = this.outside.get(file)
    if (answer === undefined) {
      const stamp = this.stamp(file)
      answer = stamp === undefined ? '' : path.posix.basename(file) === 'package.json' ? stamp || 'changing' : 'there'
      this.outside.set(file, answer)
    }
    return answer
  }

  /** Normalizing a path takes as long as asking the system about it. */
  #pathOf(file: string): string {
    return file.startsWith('../') ? path.join(this.root, file) : `${this.root}/${file}`
  }

  #visit(folder: string, prefix: string): void {
    for (const entry of entriesOf(folder)) {
      const { name } = entry
      if (entry.isDirectory()) {
        if (!leftOut.has(name) && !name.startsWith('.')) this.#visit(`${folder}/${name}`, `${prefix}${name}/`)
      } else if (entry.isFile() || this.stamp(prefix + name) !== undefined) this.#names.add(prefix + name)
    }
  }
}

/** Where the first of the sorted names stands that is not before this one. */
function firstFrom(sorted: readonly string[], name: string): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (sorted[middle]! < name) from = middle + 1
    else to = middle
  }
  return from
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
