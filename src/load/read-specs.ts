/** The specs of a run, in a monitored process: assembled from what the command line found out about them. */

import { createRequire } from 'node:module'
import type { MonitorTemplate } from '../logic/template.ts'
import { assembleSpec } from '../spec/assemble-spec.ts'
import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { SpecDefinition } from '../spec/definition.ts'
import type { RunFile } from './run-file.ts'
import { readCodeFile } from './spec-code.ts'

/** What `synthesis.cjs` exports: the logics, which only properties without a table need inside a process. */
export interface Synthesis {
  synthesizeSpec(definition: SpecDefinition, categories: readonly string[]): MonitorTemplate
}

export function readSpecs({ specs, code }: RunFile, synthesis: string): CompiledSpec[] {
  const definitionOf = code === undefined ? undefined : readCodeFile(code)
  return specs.map(({ id, definition = definitionOf!(id), precompiled }) =>
    assembleSpec(definition, precompiled, () => {
      const { synthesizeSpec } = createRequire(synthesis)(synthesis) as Synthesis
      return synthesizeSpec(definition, Object.keys(definition.report))
    }),
  )
}
