/** `jsmop specs`: the catalogue, by API. */

import { readCatalogue } from '../../load/read-catalogue.ts'
import { alignColumns } from '../../report/automaton/automaton-table.ts'
import type { SpecDefinition } from '../../spec/definition.ts'
import { type CommandFunction, exitCode } from '../command.ts'
import { presetOf } from '../presets.ts'

export const specs: CommandFunction = async ({ options }, io) => {
  const catalogue = await readCatalogue()
  if (options['json'] === true) {
    io.stdout.write(`${JSON.stringify(catalogue.map(summary), null, 2)}\n`)
    return exitCode.ok
  }
  const rows = catalogue.map((spec) => [
    spec.id,
    spec.severity,
    presetOf(spec),
    spec.logic,
    Object.keys(spec.parameters ?? {}).join(', '),
    spec.description,
  ])
  io.stdout.write(
    `${alignColumns([['spec', 'severity', 'preset', 'logic', 'objects', 'rule'], ...rows])}\n\n` +
      `${catalogue.length} specs. \`jsmop explain <spec>\` shows one in full.\n`,
  )
  return exitCode.ok
}

function summary(spec: SpecDefinition) {
  const { id, description, severity, doc, logic, formula, parameters, events } = spec
  return {
    id,
    description,
    severity,
    preset: presetOf(spec),
    doc,
    logic,
    formula,
    parameters: parameters ?? {},
    events: Object.keys(events),
  }
}
