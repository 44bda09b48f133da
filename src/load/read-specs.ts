/** The specs of a run, in a monitored process: assembled, each when it is first needed, from what the command line found out. */

import { readFileSync } from 'node:fs'
import { utf8In } from '../instrument/patch/originals.ts'
import type { CompileScript } from '../instrument/plan/generate.ts'
import type { Strategy } from '../instrument/strategy.ts'
import type { MonitorTemplate } from '../logic/template.ts'
import { assembleSpec } from '../spec/assemble-spec.ts'
import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { SpecDefinition } from '../spec/definition.ts'
import { withOptions } from '../spec/with-options.ts'
import { SpecOnDemand } from '../spec/spec-on-demand.ts'
import { requireHidden } from './require-hidden.ts'
import { type PackedText, type RunFile, type SpecData } from './run-file.ts'
import { loadCode } from './spec-code.ts'

/** What `synthesis.cjs` exports: the logics, which only properties without a table need inside a process. */
export interface Synthesis {
  synthesizeSpec(definition: SpecDefinition, categories: readonly string[]): MonitorTemplate
}

const { parse } = JSON

export interface RunSpecs {
  readonly specs: readonly CompiledSpec[]
  /** A user's; undefined for one of ours. */
  readonly ownStrategy: Strategy | undefined
}

export function readSpecs(
  { texts, specs, code, ownStrategy }: RunFile,
  synthesis: string,
  compile: CompileScript,
): RunSpecs {
  const bytes = readFileSync(texts)
  const textAt = ([start, end]: PackedText): string => utf8In(bytes, start, end)
  const loaded = code === undefined ? undefined : loadCode(code, textAt, compile)
  const selected = specs.map(
    ({ id, data }) =>
      new SpecOnDemand(id, () => {
        const { definition: plain, options, precompiled } = parse(textAt(data)) as SpecData
        const given = plain ?? loaded!.definition(id)
        const definition = options === undefined ? given : withOptions(given, options)
        return assembleSpec(definition, precompiled, () => {
          const { synthesizeSpec } = requireHidden(synthesis) as Synthesis
          return synthesizeSpec(definition, Object.keys(definition.report))
        })
      }),
  )
  return { specs: selected, ownStrategy: ownStrategy === undefined ? undefined : loaded!.strategy(ownStrategy) }
}
