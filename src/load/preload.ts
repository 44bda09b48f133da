/**
 * The first code of every process and thread of a run: finds the run and loads the runtime, with V8's code cache
 * (`cached-script.ts`). Bundled on its own (`preload.cjs`), as small as can be: processes outside of a run that inherited the
 * option pay for this much only.
 *
 * V8 keeps only what it has compiled, and functions that first events need are compiled when these happen. So the cache is
 * taken twice: after the start, and again when a process ends soon enough for V8 not to have thrown away what it started
 * with. The second takes 40 ms from a process that meets events of thirty specs. It is of use only to processes with the
 * same algorithm.
 */

import type Module from 'node:module'
import path from 'node:path'
import { milliseconds } from '../instrument/patch/clock.ts'
import { runVariable } from './activation.ts'
import { codeCache, keepCode, runCached } from './cached-script.ts'
import type { install as Install } from './install.ts'
import { readRunFile } from './run-file.ts'
import { sayNotMonitored } from './say-not-monitored.ts'
import { isHooksThread, isMainThread, threads } from './thread.ts'

/** `folder` has the bundles; `build` names their content; `modules` is the class of CommonJS modules. */
export function preload(folder: string, build: string, modules: typeof Module): void {
  const run = process.env[runVariable] ?? (isMainThread ? undefined : threads().getEnvironmentData(runVariable))
  if (typeof run !== 'string' || isHooksThread()) return
  const begun = milliseconds()
  try {
    const file = readRunFile(run)
    const bundle = path.join(folder, 'runtime.cjs')
    const started = codeCache(file.cache, folder, 'runtime', build)
    const whole = `${started}-${file.algo}${file.traces ? '-traces' : ''}`
    const { exports, script, kept } = runCached(bundle, [whole, started], modules)
    const beside = (name: string) => path.join(folder, name)
    const files = {
      preload: beside('preload.cjs'),
      loader: beside('loader.mjs'),
      weaver: beside('weaver.cjs'),
      synthesis: beside('synthesis.cjs'),
      build,
    }
    const { install } = exports as { readonly install: typeof Install }
    install(files, run, file, begun, () => {
      if (kept !== whole && milliseconds() - begun < soon) keepCode(script, whole)
    })
    if (kept === undefined) keepCode(script, started)
  } catch (error) {
    sayNotMonitored(error)
  }
}

/** Milliseconds after which functions that only starting needs may be gone. */
const soon = 10_000
