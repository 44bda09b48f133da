/**
 * The first code of every process and thread of a run: finds the run and loads the runtime, with V8's code cache, which
 * halves what starting costs. Bundled on its own (`preload.cjs`), as small as can be: processes outside of a run that
 * inherited the option pay for this much only.
 *
 * V8 checks the length of a source against its cache, never the content; so the cache is named by the content, which the
 * build knows, and by the place, which is part of what is cached. What else V8 compares, its version and flags, is in a tag
 * that it gives: processes with other flags have a cache of their own. The first process of each kind writes it, and one
 * that V8 refuses all the same is written again.
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
    const { runtime, script, cached } = loadRuntime(path.join(folder, 'runtime.cjs'), cache)
    const beside = (name: string) => path.join(folder, name)
    const files = {
      preload: beside('preload.cjs'),
      loader: beside('loader.mjs'),
      weaver: beside('weaver.cjs'),
      synthesis: beside('synthesis.cjs'),
    }
    runtime.install(files, run, file, begun)
    if (!cached) keepCache(script, cache)
  } catch (error) {
    sayNotMonitored(error)
  }
}

interface Runtime {
  readonly install: typeof Install
}

type Wrapper = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void

function loadRuntime(file: string, cache: string): { runtime: Runtime; script: vm.Script; cached: boolean } {
  const cachedData = readCache(cache)
  // The bundler writes ASCII only, and bytes that need no decoding are read in one go.
  const text = readFileSync(file, 'latin1')
  const script = new vm.Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  })
  const module = { exports: {} }
  ;(script.runInThisContext() as Wrapper)(module.exports, createRequire(file), module, file, path.dirname(file))
  return { runtime: module.exports as Runtime, script, cached: script.cachedDataRejected === false }
}

function readCache(cache: string): Buffer | undefined {
  try {
    return readFileSync(cache)
  } catch {
    return undefined
  }
}

/** Taken after the start, so that what starting compiled is in it. */
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
