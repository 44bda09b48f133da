/**
 * The `jsmop` executable: loads the command line with V8's code cache (`load/cached-script.ts`), runs it, sets the exit code.
 * Bundled on its own (`jsmop.cjs`). The cache lies with the caches of the project that the command line is started in; only a
 * run makes that folder, so that asking for help leaves nothing behind.
 */

import { existsSync } from 'node:fs'
import type Module from 'node:module'
import path from 'node:path'
import { codeCache, keepCode, runCached } from '../load/cached-script.ts'
import { existingCache, homeFolder, stateOf } from './folders.ts'
import type { Io } from './io.ts'
import type { run as Run } from './run-command-line.ts'

/** `folder` has the bundles; `build` names their content; `modules` is the class of CommonJS modules. */
export async function start(folder: string, build: string, modules: typeof Module): Promise<void> {
  const bundle = path.join(folder, 'command-line.cjs')
  const kind = kindOfRun(process.argv[2])
  const cacheIn = (place: string | undefined) =>
    place === undefined ? [] : [`${codeCache(place, folder, 'command-line', build)}-${kind}`]
  const { exports, script, kept } = runCached(bundle, cacheIn(existingCache(process.cwd())), modules)
  const { run } = exports as { readonly run: typeof Run }
  // What writes the cache must have V8's own flags: V8 takes no code for other ones.
  if (kept !== undefined && kind.startsWith('evolution')) optimizeLate()
  process.exitCode = await run(process.argv.slice(2), outside())
  if (kept === undefined) for (const cache of cacheIn(existingCache(process.cwd()))) keepCode(script, cache)
}

/**
 * A decision walks over all modules of a project in a tenth of a second. By V8's own measure that is reason to optimize 40 functions,
 * which is done beside it and hardly ever in time to be of use: with a fifteenth of the eagerness graphql-js takes 102 ms
 * of CPU instead of 145, and reading all of its modules anew, for which it does matter, still takes no longer. Later versions
 * of Node measure otherwise, and wait longer by themselves.
 */
function optimizeLate(): void {
  if (process.version.startsWith('v20.'))
    process.getBuiltinModule('v8').setFlagsFromString('--interrupt-budget=1000000')
}

/**
 * V8 keeps what the run that writes the cache has compiled, and is no help to one that does something else. So there is a
 * cache for runs, one for those that look at changes, each with and without traces, and one for all other commands.
 */
function kindOfRun(first = '-'): string {
  if (first !== 'run' && !first.startsWith('-')) return 'other'
  const words = `${process.argv.join(' ')} `
  const evolves = / --(?:since[ =]|rpp )/.test(words) || existsSync(stateOf(homeFolder(process.cwd())))
  const traces = / --(?:traces|algo[ =]E) /.test(words)
  return `${evolves ? 'evolution' : 'run'}${traces ? '-traces' : ''}`
}

/** Streams are opened when they are used: each costs a few milliseconds. */
function outside(): Io {
  return {
    get stdout() {
      return lasting(process.stdout)
    },
    get stderr() {
      return lasting(process.stderr)
    },
    get stdin() {
      return process.stdin
    },
    cwd: process.cwd(),
    env: process.env,
  }
}

const lastingStreams = new WeakSet<object>()

/** Who reads may have enough before all is written, as `head` has: the run went as it went. */
function lasting(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (!lastingStreams.has(stream)) {
    lastingStreams.add(stream)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  return stream
}
