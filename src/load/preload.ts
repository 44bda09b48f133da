/**
 * The first code of every process and thread of a run: finds the run and loads the runtime, with V8's code cache, which
 * halves what starting costs. Bundled on its own (`preload.cjs`), as small as can be: processes outside of a run that
 * inherited the option pay for this much only.
 *
 * V8 checks the length of a source against its cache, never the content; so the cache is named by the content, which the
 * build knows, and by the place, which is part of what is cached. What else V8 compares, its version and flags, is in a tag
 * that it gives: processes with other flags have a cache of their own. The first process of each kind writes it, and one
 * that V8 refuses all the same is written again.
 *
 * V8 keeps only what it has compiled, and functions that first events need are compiled when these happen. So the cache is
 * taken twice: after the start, and again when a process ends soon enough for V8 not to have thrown away what it started
 * with. The second takes 40 ms from a process that meets events of thirty specs.
 */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import vm from 'node:vm'
import { milliseconds } from '../instrument/patch/clock.ts'
import { digest } from '../instrument/weave/woven-module.ts'
import { runVariable } from './activation.ts'
import type { install as Install } from './install.ts'
import { readRunFile } from './run-file.ts'
import { sayNotMonitored } from './say-not-monitored.ts'
import { isHooksThread, isMainThread, threads } from './thread.ts'

/** `folder` has the bundles; `build` names their content. */
export function preload(folder: string, build: string): void {
  const run = process.env[runVariable] ?? (isMainThread ? undefined : threads().getEnvironmentData(runVariable))
  if (typeof run !== 'string' || isHooksThread()) return
  const begun = milliseconds()
  try {
    const file = readRunFile(run)
    const cache = path.join(file.cache, `runtime-${build}-${digest(folder)}-${process.arch}-${cachedDataVersionTag()}`)
    const { runtime, script, kept } = loadRuntime(path.join(folder, 'runtime.cjs'), cache)
    const beside = (name: string) => path.join(folder, name)
    const files = {
      preload: beside('preload.cjs'),
      loader: beside('loader.mjs'),
      weaver: beside('weaver.cjs'),
      synthesis: beside('synthesis.cjs'),
    }
    runtime.install(files, run, file, begun, () => {
      if (kept !== 'whole' && milliseconds() - begun < soon) keepCache(script, `${cache}-whole`)
    })
    if (kept === undefined) keepCache(script, cache)
  } catch (error) {
    sayNotMonitored(error)
  }
}

interface Runtime {
  readonly install: typeof Install
}

/** Milliseconds after which functions that only starting needs may be gone. */
const soon = 10_000

type Wrapper = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void

/** `kept` tells which cache V8 took. */
function loadRuntime(
  file: string,
  cache: string,
): { runtime: Runtime; script: vm.Script; kept: 'whole' | 'start' | undefined } {
  const whole = readCache(`${cache}-whole`)
  const cachedData = whole ?? readCache(cache)
  // The bundler writes ASCII only, and bytes that need no decoding are read in one go.
  const text = readFileSync(file, 'latin1')
  const script = new vm.Script(text, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) })
  const module = { exports: {} }
  ;(script.runInThisContext() as Wrapper)(module.exports, createRequire(file), module, file, path.dirname(file))
  const taken = script.cachedDataRejected === false
  return { runtime: module.exports as Runtime, script, kept: !taken ? undefined : whole ? 'whole' : 'start' }
}

function readCache(cache: string): Buffer | undefined {
  try {
    return readFileSync(cache)
  } catch {
    return undefined
  }
}

function keepCache(script: vm.Script, cache: string): void {
  const finished = `${cache}.${process.pid}.tmp`
  try {
    mkdirSync(path.dirname(cache), { recursive: true })
    writeFileSync(finished, script.createCachedData())
    renameSync(finished, cache)
  } catch {
    // Where nothing can be written every process compiles for itself.
  }
}
