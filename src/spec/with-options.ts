/** A spec with its options set: those of its variables that it names in `options` begin with what the configuration says. */

import { nearestName } from '../diagnostics/nearest-name.ts'
import { UserError } from '../diagnostics/user-error.ts'
import type { SpecDefinition } from './definition.ts'

export type OptionValues = Readonly<Record<string, unknown>>

export function withOptions(definition: SpecDefinition, values: OptionValues): SpecDefinition {
  return { ...definition, variables: { ...definition.variables, ...values } }
}

/** Throws when a spec has no such option, or one of another type. */
export function checkOptions({ id, options = [], variables = {} }: SpecDefinition, values: OptionValues): void {
  for (const [name, value] of Object.entries(values)) {
    if (!options.includes(name)) {
      const near = nearestName(name, options)
      throw new UserError({
        code: 'bad-spec-option',
        message: `${id} has no option "${name}"`,
        remedy:
          options.length === 0
            ? 'It has no options; give its severity alone.'
            : `${near === undefined ? '' : `Did you mean "${near}"? `}Its options are ${options.join(', ')}.`,
      })
    }
    if (typeof value !== typeof variables[name]) {
      throw new UserError({
        code: 'bad-spec-option',
        message: `the option "${name}" of ${id} is ${JSON.stringify(value)}`,
        remedy: `It must be a ${typeof variables[name]}, such as ${JSON.stringify(variables[name])}.`,
      })
    }
  }
}
