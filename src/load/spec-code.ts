/**
 * Specs with code of their own (functions as conditions, actions, handlers) on their way into monitored processes: the
 * command line writes the modules of all selected ones, as CommonJS, into one file; a process evaluates those it wants.
 * One file, because opening a hundred small ones costs more than everything else at start-up.
 */

import { createRequire } from 'node:module'
import path from 'node:path'
import type { SpecDefinition } from '../spec/definition.ts'

/** A module of a spec: its CommonJS text, and where it came from, for what it requires. */
export interface CodeModule {
  readonly file: string
  readonly text: string
  /** Modules of this file that it requires: by the text of the request, the file. */
  readonly links: Readonly<Record<string, string>>
}

type Evaluate = (
  exports: object,
  require: (request: string) => unknown,
  module: object,
  file: string,
  dir: string,
) => void

/** What the written file exports. */
interface CodeFile {
  readonly specs: Readonly<Record<string, string>>
  readonly modules: Readonly<Record<string, { readonly links: CodeModule['links']; readonly run: Evaluate }>>
}

/** `specs`: the file of each spec's own module, by id. */
export function writeCodeFile(specs: Readonly<Record<string, string>>, modules: readonly CodeModule[]): string {
  const entries = modules.map(
    ({ file, text, links }) =>
      `${JSON.stringify(file)}: { links: ${JSON.stringify(links)}, run: (exports, require, module, __filename, __dirname) => {\n${text}\n} },\n`,
  )
  return `'use strict'\nmodule.exports = { specs: ${JSON.stringify(specs)}, modules: {\n${entries.join('')}} }\n`
}

/** What specs may import from us: the functions that only give their argument back. */
const ourselves = { defineSpec: (spec: unknown) => spec, defineConfig: (configuration: unknown) => configuration }

/** Gives the definitions of specs by id; modules are evaluated once. */
export function readCodeFile(file: string): (id: string) => SpecDefinition {
  const { specs, modules } = createRequire(file)(file) as CodeFile
  const loaded = new Map<string, { exports: Record<string, unknown> }>()
  const load = (name: string): unknown => {
    let module = loaded.get(name)
    if (module === undefined) {
      module = { exports: {} }
      loaded.set(name, module)
      const { links, run } = modules[name]!
      const outside = createRequire(name)
      const require = (request: string): unknown => {
        if (request === 'jsmop') return ourselves
        return links[request] === undefined ? outside(request) : load(links[request])
      }
      run(module.exports, require, module, name, path.dirname(name))
    }
    return module.exports
  }
  return (id) => (load(specs[id]!) as { default: SpecDefinition }).default
}
