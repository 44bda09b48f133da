/** A compiled spec as data, so that two can be compared: functions by what they stand for, templates by what they say. */

import type { CompiledSpec } from '#src/spec/compiled-spec.ts'

export function comparable({ template, events, variables, handler, ...spec }: CompiledSpec): unknown {
  const { table, automaton, logic, categories, end } = template
  return {
    ...spec,
    events: events.map(({ condition, action, pointcuts, ...event }) => ({
      ...event,
      condition: typeof condition,
      action: typeof action,
      pointcuts: pointcuts.map(({ condition: own, ...pointcut }) => ({ ...pointcut, condition: typeof own })),
    })),
    template: { logic, events: template.events, categories, end, table, automaton },
    variables: variables?.(),
    handler: typeof handler,
  }
}
