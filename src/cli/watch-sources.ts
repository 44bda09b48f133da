/**
 * Waits for a change of the project's sources, for `jsmop run --watch`: any file that a program or its configuration may
 * be made of, outside of folders that tools write. What changes while the command runs was written by its tests, and would
 * start them again for ever; unless it is a file that was run, which only a person changes.
 *
 * One watcher per folder: the recursive watch of Node's walks into `node_modules` on Linux.
 */

import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'

const sources = /\.(?:[cm]?[jt]sx?|json|vue|svelte|ya?ml|graphql|sql|snap|html|css)$/
const written = new Set(['node_modules', 'coverage', 'dist', 'build', 'out', 'site', 'tmp'])

/** Editors write a file in several steps, and people save several files at once. */
const settled = 100

export class SourceWatch {
  readonly #root: string
  readonly #watchers = new Map<string, FSWatcher>()
  /** Files and when they were last seen to change, since the last pass began. */
  readonly #changed = new Map<string, number>()
  #wake: () => void = () => {}

  constructor(root: string) {
    this.#root = root
    this.#watchFolders(root)
  }

  /** Before the command starts: a change from here on is either its own or asks for another pass. */
  beginPass(): void {
    this.#watchFolders(this.#root)
    this.#changed.clear()
  }

  /** After the command has ended: forgets what changed meanwhile, but for the files that it ran. */
  async endPass(ran: readonly string[]): Promise<void> {
    const kept = new Set(ran.map((file) => path.resolve(this.#root, file)))
    // The system tells of the last writes a little later.
    await new Promise((resolve) => setTimeout(resolve, settled))
    for (const file of this.#changed.keys()) if (!kept.has(file)) this.#changed.delete(file)
  }

  /** Gives the files that changed, relative to the root, once they have settled; nothing when the signal aborts. */
  async change(signal: AbortSignal): Promise<readonly string[]> {
    while (!signal.aborted) {
      const wait = this.#untilSettled()
      if (wait === 0) return [...this.#changed.keys()].map((file) => path.relative(this.#root, file))
      await new Promise<void>((resolve) => {
        const timer = wait === undefined ? undefined : setTimeout(resolve, wait)
        this.#wake = resolve
        signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
      })
    }
    return []
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  /** Milliseconds; 0 when there is something to tell, undefined when nothing has happened. */
  #untilSettled(): number | undefined {
    if (this.#changed.size === 0) return undefined
    return Math.max(0, Math.max(...this.#changed.values()) + settled - Date.now())
  }

  #watchFolders(folder: string): void {
    if (!this.#watchers.has(folder)) {
      try {
        const watcher = watch(folder, (_, name) => this.#hear(folder, name))
        watcher.on('error', () => this.#forget(folder))
        this.#watchers.set(folder, watcher)
      } catch {
        // Gone again, or more folders than the system watches.
        return
      }
    }
    for (const name of foldersIn(folder)) this.#watchFolders(path.join(folder, name))
  }

  #hear(folder: string, name: string | null): void {
    if (name === null) return
    const file = path.join(folder, name)
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true && isWatched(name)) this.#watchFolders(file)
    if (!sources.test(name)) return
    this.#changed.set(file, Date.now())
    this.#wake()
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
  }
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isWatched(entry.name))
      .map(({ name }) => name)
  } catch {
    return []
  }
}

function isWatched(name: string): boolean {
  return !name.startsWith('.') && !written.has(name)
}
