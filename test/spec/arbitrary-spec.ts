/** Random specs without code, most of them correct: every kind of pointcut, every logic, bindings that exist at their moment. */

import fc from 'fast-check'
import type { EventDefinition, SpecDefinition } from '#src/spec/definition.ts'
import { availableRoots, type Binding } from '#src/spec/parse-binding.ts'
import type { BindingSource, Pointcut } from '#src/spec/pointcut.ts'

const parameterNames = ['a', 'b', 'iterator', 'd4']
const eventNames = ['create', 'next', 'use', 'close', 'x.y']

const target = fc.constantFrom(
  'Map.prototype.set',
  'Array.prototype.{push,pop}',
  'node:fs#openSync',
  'npm:pg@>=8#Pool.prototype.connect',
  './src/pool.ts#Pool',
)
const targets = fc.oneof(target, fc.array(target, { minLength: 1, maxLength: 2 }))
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const pointcut: fc.Arbitrary<Pointcut> = fc
  .oneof(
    fc.record({
      kind: fc.constantFrom('call', 'construct'),
      target: targets,
      when: optional(fc.constantFrom('before', 'returned', 'threw', 'fulfilled', 'rejected', 'settled')),
      given: optional(fc.constant('async function')),
    }),
    fc.record({
      kind: fc.constantFrom('read', 'write', 'delete'),
      target: targets,
      key: fc.oneof(fc.constantFrom('*', 'index', 'size'), fc.constant(['a', 'b'])),
      when: optional(fc.constantFrom('before', 'returned')),
    }),
    fc.record({ kind: fc.constant('iterate'), target: targets, step: fc.constantFrom('start', 'next', 'finish') }),
    fc.record({ kind: fc.constant('handle') }),
    fc.record({ kind: fc.constant('settle'), outcome: optional(fc.constantFrom('fulfilled', 'rejected')) }),
    fc.record({
      kind: fc.constant('emit'),
      target: targets,
      event: optional(fc.constantFrom('data', ['end', 'close'])),
    }),
  )
  .map((value) => withoutUndefined(value) as unknown as Pointcut)

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined))
}

function sourcesOf(on: Pointcut): BindingSource[] {
  const text = (root: Binding['root']): BindingSource => (root === 'arg' ? 'arg0' : root)
  return [...availableRoots(on)].flatMap((root) => [text(root), `${text(root)}.inner.part` as BindingSource])
}

function eventFor(parameters: readonly string[]): fc.Arbitrary<EventDefinition> {
  const bound = fc.subarray([...parameters], { minLength: Math.min(1, parameters.length) })
  return fc
    .tuple(
      pointcut,
      bound,
      fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
      optional(fc.boolean()),
      fc.nat(9),
      fc.boolean(),
    )
    .map(([on, names, picks, creation, chance, single]) => {
      const sources = sourcesOf(on)
      const bind = Object.fromEntries(names.map((name, i) => [name, sources[picks[i]! % sources.length]!]))
      const condition =
        names.length > 0 && chance < 3 ? `typeof ${names[0]} === 'object' && test !== "it's"` : undefined
      const action = chance === 4 ? { count: 'count + 1', seen: 'count > 2 ? "x" : seen' } : undefined
      if (chance === 9) return withoutUndefined({ bind: names, creation })
      return withoutUndefined({ on: single ? on : [on], bind, if: condition, action, creation })
    })
}

const ere = (events: readonly string[]): fc.Arbitrary<string> =>
  fc.letrec<{ e: string }>((tie) => ({
    e: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(...events.map((event) => (event.includes('.') ? `"${event}"` : event))),
      fc.tuple(tie('e'), tie('e')).map(([a, b]) => `${a} ${b}`),
      fc.tuple(tie('e'), tie('e')).map(([a, b]) => `(${a} | ${b})`),
      fc.tuple(tie('e'), fc.constantFrom('*', '+', '?')).map(([a, operator]) => `(${a})${operator}`),
    ),
  })).e

interface Property {
  readonly logic: string
  readonly formula?: string
  readonly report: Record<string, string>
}

function propertyOver(events: readonly string[]): fc.Arbitrary<Property> {
  const message = fc.constantFrom('it happened at {event}', 'it\'s {count} "quoted" \\ {', 'line\nbreak')
  const quoted = events.map((event) => `"${event}"`)
  return fc.oneof(
    fc.tuple(ere(events), message, fc.boolean()).map(([formula, text, both]) => ({
      logic: 'ere',
      formula,
      report: both ? { match: text, fail: text } : { match: text },
    })),
    fc.tuple(fc.constantFrom(...quoted), fc.constantFrom(...quoted), message).map(([a, b, text]) => ({
      logic: 'ltl',
      formula: `[](${a} => o ${b})`,
      report: { violation: text },
    })),
    fc.tuple(fc.constantFrom(...quoted), fc.constantFrom(...quoted), message).map(([a, b, text]) => ({
      logic: 'ptltl',
      formula: `${a} => <*> ${b}`,
      report: { violation: text },
    })),
    fc.tuple(fc.constantFrom(...quoted), fc.constantFrom(...quoted), message).map(([a, b, text]) => ({
      logic: 'fsm',
      formula: `s0 [ ${a} -> s1 default s0 ]\ns1 [ ${b} -> s2 default s1 ]\ns2 [ default s2 ]\nalias Bad = s2`,
      report: { Bad: text },
    })),
    fc.tuple(fc.constantFrom(...quoted), fc.constantFrom(...quoted), message).map(([a, b, text]) => ({
      logic: 'cfg',
      formula: `S -> ${a} S ${b} | epsilon`,
      report: { fail: text },
    })),
    message.map((text) => ({ logic: 'raw', report: { match: text } })),
  )
}

export const arbitrarySpec: fc.Arbitrary<SpecDefinition> = fc
  .record({ parameters: fc.nat(4), events: fc.integer({ min: 1, max: 5 }) })
  .chain((size) => {
    const parameters = parameterNames.slice(0, size.parameters)
    const events = eventNames.slice(0, size.events)
    return fc
      .record({
        severity: fc.constantFrom('error' as const, 'warning' as const, 'suggestion' as const),
        falseAlarms: optional(fc.constant(['When the map is "shared".'])),
        kinds: fc.array(fc.constantFrom('object', 'value', 'bytes'), { minLength: 4, maxLength: 4 }),
        definitions: fc.tuple(...events.map(() => eventFor(parameters))),
        property: propertyOver(events),
        end: fc.option(fc.constantFrom(...events), { nil: undefined, freq: 3 }),
        blame: optional(fc.constantFrom('violating', 'creation')),
        connected: optional(fc.boolean()),
        fullBinding: optional(fc.boolean()),
      })
      .map(
        ({ kinds, definitions, property, ...rest }) =>
          withoutUndefined({
            id: 'test/random',
            description: 'A random rule.',
            doc: 'https://example.org/random',
            parameters: Object.fromEntries(parameters.map((name, i) => [name, kinds[i]!])),
            variables: { count: 0, seen: ['', null, { deep: true }] },
            events: Object.fromEntries(events.map((name, i) => [name, definitions[i]!])),
            ...property,
            ...rest,
          }) as SpecDefinition,
      )
  })
