/** Where results and caches of a project are. */

import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Results, below the folder where the command line was started. */
export function homeFolder(cwd: string): string {
  return path.join(cwd, '.jsmop')
}

/** The folders of runs, oldest first: their names begin with the time. */
export function runsOf(home: string): string[] {
  const runs = path.join(home, 'runs')
  try {
    return readdirSync(runs)
      .sort()
      .map((name) => path.join(runs, name))
  } catch {
    return []
  }
}

/** What `--since` compares with; there is none before its first use. */
export function stateOf(home: string): string {
  return path.join(home, 'state.json')
}

/** What `.jsmop/latest` points at: a link, or a file with a name on file systems without links. */
export function latestRun(home: string): string | undefined {
  const link = path.join(home, 'latest')
  const status = lstatSync(link, { throwIfNoEntry: false })
  if (status === undefined) return undefined
  const folder = status.isFile() ? path.resolve(home, readFileSync(link, 'utf8').trim()) : link
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? folder : undefined
}

/** Where the project's other tools keep their caches, so that watchers and CI treat it alike; else the system's. Made if missing. */
export function cacheFolder(cwd: string): string {
  for (const [modules, cache] of projectCaches(cwd)) {
    try {
      if (existsSync(modules)) {
        mkdirSync(cache, { recursive: true })
        return cache
      }
    } catch {
      // Not ours to write to.
    }
  }
  return systemCache()
}

/** The same if some run has made it. */
export function existingCache(cwd: string): string | undefined {
  for (const [, cache] of projectCaches(cwd)) if (existsSync(cache)) return cache
  return existsSync(systemCache()) ? systemCache() : undefined
}

/** In the folder and those around it: installed modules, and our cache there. */
function* projectCaches(cwd: string): Generator<readonly [modules: string, cache: string]> {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const modules = path.join(folder, 'node_modules')
    yield [modules, path.join(modules, '.cache', 'jsmop')]
    if (path.dirname(folder) === folder) return
  }
}

function systemCache(): string {
  return path.join(tmpdir(), 'jsmop-cache')
}
