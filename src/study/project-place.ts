/**
 * Where the versions of a project run: one after the other at the same place, as in a checkout. JSMOP's caches go by the paths
 * of files; with a place for each version every one would weave the whole project and all of its libraries anew, which
 * nobody who works on a project sees.
 *
 * A version is moved there for a run and back afterwards, with the caches that the run before has left. A run that was
 * killed leaves its version there, and the next one moves it back. Where somebody else is at the place, a version runs
 * where it was prepared, with caches of its own. A version runs once at a time, whoever runs it: studies of the same
 * subjects on one machine would move it away from each other.
 */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withMachine } from './machine-lock.ts'
import { digest, type PreparedSubject } from './prepare-subject.ts'
import type { Subject } from './study.ts'

export function atPlace<T>(
  subject: Pick<Subject, 'project'>,
  prepared: PreparedSubject,
  cache: string,
  work: (placed: PreparedSubject) => Promise<T>,
): Promise<T> {
  const version = digest(prepared.folder).slice(0, 16)
  return withMachine(() => movedThere(subject, prepared, cache, work), `jsmop-study-${version}`)
}

async function movedThere<T>(
  { project }: Pick<Subject, 'project'>,
  prepared: PreparedSubject,
  cache: string,
  work: (placed: PreparedSubject) => Promise<T>,
): Promise<T> {
  const place = new Place(path.join(cache, 'places', project.replaceAll(/[^\w.@+-]+/g, '-')))
  if (!place.enter(prepared.folder)) return work(prepared)
  try {
    return await work({ ...prepared, folder: place.folder })
  } finally {
    place.leave()
  }
}

class Place {
  /** Where the version stands. */
  readonly folder: string
  /** Who moved it here, and from where. */
  readonly #entry: string
  /** Of the version that was here last. */
  readonly #caches: string

  constructor(home: string) {
    mkdirSync(home, { recursive: true })
    this.folder = path.join(home, 'project')
    this.#entry = path.join(home, 'entry.json')
    this.#caches = path.join(home, 'caches')
  }

  /** False when somebody is there. */
  enter(from: string): boolean {
    if (existsSync(this.#entry)) {
      const { pid } = this.#read()
      if (isRunning(pid)) return false
      this.leave()
    }
    writeFileSync(this.#entry, JSON.stringify({ pid: process.pid, from }))
    renameSync(from, this.folder)
    const own = cachesOf(this.folder)
    if (existsSync(this.#caches)) {
      rmSync(own, { recursive: true, force: true })
      mkdirSync(path.dirname(own), { recursive: true })
      renameSync(this.#caches, own)
    }
    return true
  }

  leave(): void {
    // Killed after the last step but one, it has left already.
    if (existsSync(this.folder)) {
      const own = cachesOf(this.folder)
      if (existsSync(own) && !existsSync(this.#caches)) renameSync(own, this.#caches)
      renameSync(this.folder, this.#read().from)
    }
    rmSync(this.#entry)
  }

  #read(): { readonly pid: number; readonly from: string } {
    return JSON.parse(readFileSync(this.#entry, 'utf8')) as { pid: number; from: string }
  }
}

const cachesOf = (folder: string): string => path.join(folder, 'node_modules', '.cache')

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
