/**
 * Specs with code of their own (functions as conditions, actions, handlers), and a user's strategy, on their way into
 * monitored processes: the command line packs the modules of all selected ones, as CommonJS; a process evaluates a module when
 * its spec is first needed. Modules that load others are evaluated at once: later the program may have changed what
 * loading gives.
 */

import { createRequire } from 'node:module'
import path from 'node:path'
import { runScript } from '../instrument/patch/originals.ts'
import type { CompileScript } from '../instrument/plan/generate.ts'
import { type Strategy, strategies } from '../instrument/strategy.ts'
import type { SpecDefinition } from '../spec/definition.ts'
import type { PackedText } from './run-file.ts'

/** A module of a spec. */
export interface CodeModule {
  /** Its CommonJS text. */
  readonly text: PackedText
  /** Modules among these that it requires: by the text of the request, the file. */
  readonly links: Readonly<Record<string, string>>
  /** Whether it loads other modules than Node's, and is evaluated at once. */
  readonly loadsOthers: boolean
}

export interface SpecCode {
  /** By id, the file of each spec's own module. */
  readonly specs: Readonly<Record<string, string>>
  /** By file. */
  readonly modules: Readonly<Record<string, CodeModule>>
}

/** As processes get it: most specs see no event, and a process whose specs with code see none never reads of their modules. */
export interface PackedCode {
  /** The files of modules that are evaluated at once. */
  readonly atOnce: readonly string[]
  /** `SpecCode`, as JSON. */
  readonly text: string
}

export function packCode(code: SpecCode): PackedCode {
  const { modules } = code
  return { atOnce: Object.keys(modules).filter((file) => modules[file]!.loadsOthers), text: JSON.stringify(code) }
}

type Evaluate = (
  exports: object,
  require: (request: string) => unknown,
  module: object,
  file: string,
  folder: string,
) => void

/** What specs and strategies may import from us: functions that only give their argument back, and strategies to build on. */
const ourselves = {
  strategies,
  defineSpec: (spec: unknown) => spec,
  defineConfig: (configuration: unknown) => configuration,
}

/** Conditions run while the program does, which may have taken some of these away. */
const globals = {
  process,
  Buffer,
  Object,
  Array,
  String,
  Number,
  Boolean,
  BigInt,
  Symbol,
  JSON,
  Math,
  Date,
  RegExp,
  Error,
  Map,
  Set,
  WeakMap,
  WeakSet,
  Promise,
  Reflect,
}

/** As Node has it: what specs ask for, the program has not. */
const { getBuiltinModule } = process
const { parse } = JSON

export interface LoadedCode {
  /** By id. */
  definition(id: string): SpecDefinition
  /** By the file of its module. */
  strategy(file: string): Strategy
}

/** Modules are evaluated once. */
export function loadCode(
  { atOnce, text: packed }: PackedCode,
  textAt: (place: PackedText) => string,
  compile: CompileScript,
): LoadedCode {
  let unpacked: SpecCode | undefined
  const code = (): SpecCode => (unpacked ??= parse(packed) as SpecCode)
  const loaded = new Map<string, { exports: Record<string, unknown> }>()
  const load = (name: string): unknown => {
    let module = loaded.get(name)
    if (module === undefined) {
      module = { exports: {} }
      loaded.set(name, module)
      const { text, links } = code().modules[name]!
      const require = (request: string): unknown => {
        if (request === 'jsmop') return ourselves
        if (request.startsWith('node:')) return getBuiltinModule(request)
        // Making one looks for folders of modules all the way up: most modules of specs ask for none.
        return links[request] === undefined ? createRequire(name)(request) : load(links[request])
      }
      const evaluate = `function (exports, require, module, __filename, __dirname) {${textAt(text)}\n}`
      const script = compile(`(function ({ ${Object.keys(globals).join(', ')} }) { return ${evaluate} })`, name)
      const evaluateWith = runScript(script) as (kept: typeof globals) => Evaluate
      evaluateWith(globals)(module.exports, require, module, name, path.dirname(name))
    }
    return module.exports
  }
  for (const name of atOnce) load(name)
  return {
    definition: (id) => (load(code().specs[id]!) as { default: SpecDefinition }).default,
    strategy: (file) => (load(file) as { default: Strategy }).default,
  }
}
