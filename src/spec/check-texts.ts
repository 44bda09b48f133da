/** Third pass of the spec compiler: names in messages, the terminal event, parameters and variables that nothing uses. */

import { nearestName } from '../diagnostics/nearest-name.ts'
import type { SpecDefinition } from './definition.ts'
import type { Findings } from './diagnostic.ts'
import { namesInMessage, parseMessage } from './message-template.ts'
import type { Pointcut } from './pointcut.ts'

export function checkTexts(definition: SpecDefinition, findings: Findings): void {
  checkEnd(definition, findings)
  checkMessages(definition, findings)
  checkVariables(definition, findings)
  checkBound(definition, findings)
  checkSignalled(definition, findings)
}

function checkEnd({ end, events }: SpecDefinition, findings: Findings): void {
  if (end === undefined || Object.hasOwn(events, end)) return
  const near = nearestName(end, Object.keys(events))
  findings.error(
    'unknown-event',
    { path: ['end'] },
    `the spec has no event "${end}"`,
    near === undefined ? 'Declare it in `events`.' : `Did you mean "${near}"? Otherwise declare it in \`events\`.`,
  )
}

function checkMessages({ report, parameters = {}, variables = {} }: SpecDefinition, findings: Findings): void {
  const known = [...Object.keys(parameters), ...Object.keys(variables), 'event']
  for (const [category, message] of Object.entries(report)) {
    for (const { kind, text, start } of parseMessage(message)) {
      if (kind === 'text' || known.includes(text)) continue
      const near = nearestName(text, known)
      findings.error(
        'unknown-name-in-message',
        { path: ['report', category], range: [start, start + text.length + 2] },
        `the message names "${text}", which is no parameter or variable of the spec`,
        `${near === undefined ? '' : `Did you mean "{${near}}"? `}A message can use ${known.map((name) => `{${name}}`).join(', ')}.`,
      )
    }
  }
}

function checkVariables(definition: SpecDefinition, findings: Findings): void {
  const { variables = {}, parameters = {}, events, report, handler } = definition
  const actions = Object.values(events).flatMap(({ action }) => (action === undefined ? [] : [action]))
  const code = handler !== undefined || actions.some((action) => typeof action === 'function')
  const used = new Set(Object.values(report).flatMap(namesInMessage))
  for (const [name, value] of Object.entries(variables)) {
    const place = { path: ['variables', name], key: true }
    const inAction = actions.some((action) => Object.hasOwn(action, name))
    if (Object.hasOwn(parameters, name)) {
      findings.error(
        'name-used-twice',
        place,
        `"${name}" is both a parameter and a variable`,
        'Rename one of them: messages and expressions name both in the same way.',
        [findings.note({ path: ['parameters', name], key: true }, 'the parameter')],
      )
    } else if (!code && !inAction && !used.has(name)) {
      findings.warn(
        'unused-variable',
        place,
        `no message, action or handler uses the variable "${name}"`,
        'Use it, or remove it.',
      )
    }
    if (!canBeCloned(value)) {
      findings.error(
        'bad-variable',
        { path: ['variables', name] },
        `the first value of variable "${name}" cannot be copied for each monitor`,
        'Use data that structured clone accepts: numbers, strings, arrays, plain objects, Map, Set, Date.',
      )
    }
  }
}

function canBeCloned(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}

function checkBound({ parameters = {}, events }: SpecDefinition, findings: Findings): void {
  const bound = new Set(
    Object.values(events).flatMap(({ bind = {}, on = [] }) => [
      ...(Array.isArray(bind) ? (bind as string[]) : Object.keys(bind)),
      ...[on]
        .flat()
        .flatMap((pointcut: Pointcut) => [
          ...Object.keys(pointcut.bind ?? {}),
          ...(pointcut.kind === 'collect' ? [pointcut.parameter] : []),
        ]),
    ]),
  )
  for (const name of Object.keys(parameters)) {
    if (bound.has(name)) continue
    findings.error(
      'parameter-never-bound',
      { path: ['parameters', name], key: true },
      `no event binds the parameter "${name}"`,
      'Bind it in an event, or remove it.',
    )
  }
}

/** In a spec whose other events come from programs, an event without a source is seldom meant, and so is one without bindings. */
function checkSignalled({ events, parameters = {}, end }: SpecDefinition, findings: Findings): void {
  const entries = Object.entries(events)
  if (entries.every(([, { on }]) => on === undefined)) return
  for (const [name, { on, bind = {} }] of entries) {
    const place = { path: ['events', name], key: true }
    const pointcuts = [on ?? []].flat()
    if (pointcuts.length === 0) {
      findings.warn(
        'event-never-signalled',
        place,
        `nothing in a program signals the event "${name}", while other events come from one`,
        'Say with `on` where it comes from.',
      )
    } else if (
      name !== end &&
      Object.keys(parameters).length > 0 &&
      Object.keys(bind).length === 0 &&
      pointcuts.every(
        ({ kind, bind: own = {} }) => kind !== 'end' && kind !== 'collect' && Object.keys(own).length === 0,
      )
    ) {
      findings.warn(
        'event-binds-nothing',
        place,
        `event "${name}" binds no parameter, so it reaches every monitor of the spec`,
        'Bind the objects that it is about, unless all monitors are meant.',
      )
    }
  }
}
