/** Mistakes that the types of `defineSpec` catch. Checked by the type checker: an unused `@ts-expect-error` is an error. */

import { defineSpec } from '#src/spec/define-spec.ts'
import type { SpecDefinition } from '#src/spec/definition.ts'

const about = {
  id: 'map/changed',
  description: 'A rule.',
  severity: 'error',
  doc: 'https://example.org/rule',
} as const

/** Everything in place: no mistake. */
export const right: SpecDefinition = defineSpec({
  ...about,
  parameters: { map: 'object', iterator: 'object' },
  events: {
    create: {
      on: { kind: 'iterate', target: 'Map', step: 'start' },
      bind: { map: 'iterable', iterator: 'iterator' },
      creation: true,
    },
    modify: {
      on: [
        { kind: 'call', target: ['Map.prototype.set', 'Map.prototype.delete'], when: 'returned' },
        { kind: 'write', target: 'Map', key: '*', bind: { map: 'receiver' }, if: 'key !== "x"' },
      ],
      bind: { map: 'receiver' },
      if: ({ receiver, args }) => receiver !== args[0],
      action: (variables) => {
        variables.changes += 1
      },
    },
    next: { bind: ['iterator'], action: { changes: 'changes + 1' } },
    dead: { on: { kind: 'collect', parameter: 'map' } },
  },
  end: 'dead',
  logic: 'ere',
  formula: 'create next* modify+ next',
  report: { match: 'changed {changes} times' },
  variables: { changes: 0 },
  handler: ({ variables, reset }) => {
    reset()
    return variables.changes > 1
  },
})

export const misspeltParameter = defineSpec({
  ...about,
  parameters: { map: 'object' },
  // @ts-expect-error the parameter is called map
  events: { create: { bind: { mpa: 'receiver' } } },
  logic: 'ere',
  formula: 'create',
  report: { match: '' },
})

export const misspeltParameterInList = defineSpec({
  ...about,
  parameters: { map: 'object' },
  // @ts-expect-error the parameter is called map
  events: { create: { bind: ['mpa'] } },
  logic: 'ere',
  formula: 'create',
  report: { match: '' },
})

export const misspeltParameterInPointcut = defineSpec({
  ...about,
  parameters: { map: 'object' },
  events: {
    // @ts-expect-error the parameter is called map
    create: { on: { kind: 'call', target: 'f', bind: { mpa: 'receiver' } } },
  },
  logic: 'ere',
  formula: 'create',
  report: { match: '' },
})

export const misspeltCollectedParameter = defineSpec({
  ...about,
  parameters: { map: 'object' },
  events: {
    create: { bind: { map: 'receiver' } },
    // @ts-expect-error the parameter is called map
    dead: { on: { kind: 'collect', parameter: 'mpa' } },
  },
  logic: 'ere',
  formula: 'create',
  report: { match: '' },
})

export const bindingWithoutParameters = defineSpec({
  ...about,
  // @ts-expect-error the spec has no parameters
  events: { create: { bind: { map: 'receiver' } } },
  logic: 'ere',
  formula: 'create',
  report: { match: '' },
})

export const unknownPart = defineSpec({
  ...about,
  parameters: { map: 'object' },
  // @ts-expect-error there is no part called this
  events: { create: { bind: { map: 'this' } } },
  logic: 'ere',
  formula: 'create',
  report: { match: '' },
})

export const unknownArgument = defineSpec({
  ...about,
  parameters: { map: 'object' },
  // @ts-expect-error arguments are numbered to nine
  events: { create: { bind: { map: 'arg10' } } },
  logic: 'ere',
  formula: 'create',
  report: { match: '' },
})

export const misspeltEnd = defineSpec({
  ...about,
  events: { create: {}, done: {} },
  // @ts-expect-error the event is called done
  end: 'donne',
  logic: 'ltl',
  formula: '[] create',
  report: { violation: '' },
})

export const categoryOfAnotherLogic = defineSpec({
  ...about,
  events: { create: {} },
  logic: 'ere',
  formula: 'create',
  // @ts-expect-error an ERE has match and fail
  report: { violation: '' },
})

export const categoryOfRaw = defineSpec({
  ...about,
  events: { create: {} },
  logic: 'raw',
  // @ts-expect-error raw has match alone
  report: { fail: '' },
})

export const categoryOfLtl = defineSpec({
  ...about,
  events: { create: {} },
  logic: 'ltl',
  formula: '[] create',
  // @ts-expect-error LTL has violation and validation
  report: { match: '' },
})

// @ts-expect-error every logic but raw needs a formula
export const missingFormula = defineSpec({
  ...about,
  events: { create: {} },
  logic: 'ere',
  report: { match: '' },
})

export const formulaOfRaw = defineSpec({
  ...about,
  events: { create: {} },
  logic: 'raw',
  // @ts-expect-error raw has no formula
  formula: 'create',
  report: { match: '' },
})

export const misspeltField = defineSpec({
  ...about,
  events: { create: {} },
  logic: 'ere',
  formula: 'create',
  report: { match: '' },
  // @ts-expect-error the field is called fullBinding
  fulBinding: true,
})

export const misspeltPointcutField = defineSpec({
  ...about,
  // @ts-expect-error the field is called target
  events: { create: { on: { kind: 'call', tagret: 'f' } } },
  logic: 'ere',
  formula: 'create',
  report: { match: '' },
})

export const wrongMoment = defineSpec({
  ...about,
  // @ts-expect-error a property is never awaited
  events: { create: { on: { kind: 'read', target: 'Map', key: 'size', when: 'fulfilled' } } },
  logic: 'ere',
  formula: 'create',
  report: { match: '' },
})

export const misspeltVariableInAction = defineSpec({
  ...about,
  // @ts-expect-error the variable is called count
  events: { create: { action: { cuont: 'count + 1' } } },
  logic: 'ere',
  formula: 'create',
  report: { match: '{count}' },
  variables: { count: 0 },
})

export const misspeltVariableInFunction = defineSpec({
  ...about,
  events: {
    create: {
      action: (variables) => {
        // @ts-expect-error the variable is called count
        variables.cuont += 1
      },
    },
  },
  logic: 'ere',
  formula: 'create',
  report: { match: '{count}' },
  variables: { count: 0 },
})

export const unknownParameterKind = defineSpec({
  ...about,
  // @ts-expect-error a parameter is an object, a value or bytes
  parameters: { map: 'map' },
  events: { create: { bind: { map: 'receiver' } } },
  logic: 'ere',
  formula: 'create',
  report: { match: '' },
})

/** FSM categories are the formula's own names, and a plugin's logic has its own: the types let both pass. */
export const fsm = defineSpec({
  ...about,
  events: { create: {} },
  logic: 'fsm',
  formula: 's [ create -> t ] t [ ] alias Bad = t',
  report: { Bad: '' },
})
export const plugin = defineSpec({
  ...about,
  events: { create: {} },
  logic: 'my-own',
  formula: 'anything',
  report: { whatever: '' },
})
