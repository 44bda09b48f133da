/** The message of a report: the spec's template with `{parameter}`, `{variable}` and `{event}` filled in. */

import { parseMessage } from '../spec/message-template.ts'
import type { Report } from './monitoring.ts'

/** What stands for a value that is dead or that the algorithm cannot name. */
const unknownValue = '…'

/** `describe` makes text of a parameter value. */
export function reportText(report: Report, describe: (value: unknown) => string): string {
  const { spec, category, event, values, variables } = report
  return parseMessage(spec.reports[category]!.message)
    .map(({ kind, text }) => {
      if (kind === 'text') return text
      if (variables !== undefined && Object.hasOwn(variables, text)) return describe(variables[text])
      const parameter = spec.parameters.findIndex(({ name }) => name === text)
      if (parameter !== -1) return values[parameter] === undefined ? unknownValue : describe(values[parameter])
      return text === 'event' ? spec.events[event]!.name : `{${text}}`
    })
    .join('')
}
