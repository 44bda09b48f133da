import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MonitorTemplate, ReportSets } from '#src/logic/template.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import type { EventContext, SpecDefinition } from '#src/spec/definition.ts'
import { labelSets } from '#src/spec/parameter-sets.ts'
import { runs } from '../support/property.ts'

const about = { id: 'a/b', description: 'A rule.', severity: 'error', doc: 'https://example.org' } as const

const iteration: SpecDefinition = {
  ...about,
  falseAlarms: ['None.'],
  parameters: { map: 'object', iterator: 'object' },
  events: {
    create: { on: { kind: 'iterate', target: 'Map', step: 'start' }, bind: { map: 'iterable', iterator: 'iterator' } },
    modify: {
      on: [
        { kind: 'call', target: 'Map.prototype.{set,delete}', if: 'args.length === 2' },
        { kind: 'call', target: ['Map.prototype.clear', 'f'], bind: { map: 'arg0.inner' } },
      ],
      bind: { map: 'receiver' },
      if: 'arg9 === undefined',
    },
    next: { bind: ['iterator'] },
  },
  logic: 'ere',
  formula: 'create next* modify+ next',
  report: { match: 'the map was changed' },
}

describe('a compiled spec', () => {
  const spec = compileSpec(iteration)

  test('numbers its parameters and events', () => {
    expect(spec.parameters).toEqual([
      { name: 'map', kind: 'object' },
      { name: 'iterator', kind: 'object' },
    ])
    expect(spec.events.map(({ name, parameters }) => [name, parameters])).toEqual([
      ['create', 0b11],
      ['modify', 0b01],
      ['next', 0b10],
    ])
    expect(spec.template.events).toEqual(['create', 'modify', 'next'])
    expect(spec.metadata).toEqual({ ...about, falseAlarms: ['None.'] })
  })

  test('joins the bindings of an event with those of its pointcuts', () => {
    const receiver = { root: 'receiver', index: 0, path: [] }
    const inner = { root: 'arg', index: 0, path: ['inner'] }
    expect(spec.events[1]!.pointcuts.map(({ bindings, bind }) => [bindings, bind])).toEqual([
      [[receiver, undefined], { map: 'receiver' }],
      [[inner, undefined], { map: 'arg0.inner' }],
    ])
    expect(spec.events[1]!.pointcuts.map(({ targets }) => targets.map(({ members }) => members))).toEqual([
      [['set', 'delete']],
      [['clear'], ['f']],
    ])
    expect(spec.events[2]!.pointcuts).toEqual([])
  })

  test('has conditions for the event and for single pointcuts', () => {
    const context = { args: [1, 2] } as unknown as EventContext
    const [, modify] = spec.events
    expect(modify!.condition!(context)).toBe(true)
    expect(modify!.pointcuts.map(({ condition }) => condition?.(context))).toEqual([true, undefined])
    expect(modify!.pointcuts[0]!.condition!({ args: [1] } as unknown as EventContext)).toBe(false)
  })

  test('has the parameter sets of its formula', () => {
    expect(spec.enable).toEqual([[0b00], [0b11], [0b11]])
    expect(spec.coenable).toEqual([[0b11], [0b10, 0b11], [0b11]])
  })

  test('creates monitors at the events that can start a violating trace, or at those that say so', () => {
    expect(spec.events.map(({ creation }) => creation)).toEqual([true, false, false])
    const either = { ...iteration, formula: '(create | modify) modify next', connected: false }
    expect(compileSpec(either).events.map(({ creation }) => creation)).toEqual([true, true, false])
    const declared = { ...either, events: { ...either.events, modify: { ...either.events['modify'], creation: true } } }
    expect(compileSpec(declared).events.map(({ creation }) => creation)).toEqual([false, true, false])
  })

  test('asks for connected and full bindings unless told otherwise', () => {
    expect([spec.connected, spec.fullBinding]).toEqual([true, true])
    const loose = compileSpec({ ...iteration, connected: false, fullBinding: false })
    expect([loose.connected, loose.fullBinding]).toEqual([false, false])
  })

  test('gives each monitor its own variables', () => {
    expect(spec.variables).toBe(undefined)
    const counted = compileSpec({ ...iteration, variables: { n: 0, list: [1] }, report: { match: '{n} {list}' } })
    const [first, second] = [counted.variables!(), counted.variables!()]
    expect(first).toEqual({ n: 0, list: [1] })
    expect(first['list']).not.toBe(second['list'])
  })

  test('turns an action of expressions into a step that sees the variables as they were', () => {
    const events = { e: { on: { kind: 'call', target: 'f' }, action: { a: 'b', b: 'a + arg0' } } } as const
    const { action } = compileSpec({
      ...about,
      events,
      logic: 'raw',
      variables: { a: 1, b: 2 },
      report: { match: '{a} {b}' },
    }).events[0]!
    const variables = { a: 1, b: 2 }
    action!(variables, { args: [10] } as unknown as EventContext)
    expect(variables).toEqual({ a: 2, b: 11 })
  })

  test('of raw logic reports each event', () => {
    const raw = compileSpec({ ...about, events: { a: {}, b: {} }, logic: 'raw', report: { match: 'm' } })
    expect(raw.events.map(({ creation }) => creation)).toEqual([true, true])
    const { template } = raw
    const once = template.step(template.initial, 0)
    expect([
      template.verdict(template.initial),
      template.verdict(once),
      template.verdict(template.step(once, 1)),
    ]).toEqual([0, 1, 1])
  })

  test('keeps functions as they are', () => {
    const condition = (): boolean => true
    const action = (): void => {}
    const handler = (): void => {}
    const compiled = compileSpec({
      ...about,
      events: { e: { on: { kind: 'handle' }, if: condition, action } },
      logic: 'raw',
      report: { match: 'm' },
      handler,
    })
    expect([compiled.events[0]!.condition, compiled.events[0]!.action, compiled.handler]).toEqual([
      condition,
      action,
      handler,
    ])
  })
})

describe('the blamed event', () => {
  const leak: SpecDefinition = {
    ...about,
    parameters: { handle: 'object' },
    events: {
      open: { on: { kind: 'call', target: 'node:fs#openSync' }, bind: { handle: 'result' } },
      close: { on: { kind: 'call', target: 'node:fs#closeSync' }, bind: { handle: 'arg0' } },
      finish: { on: { kind: 'end', of: 'file' } },
    },
    end: 'finish',
    logic: 'ltl',
    formula: '[](open => <> close)',
    report: { violation: 'never closed' },
  }

  test('is the creation event where an end of life completes the report', () => {
    const spec = compileSpec(leak)
    expect(spec.events.map(({ blame }) => blame)).toEqual(['violating', 'violating', 'creation'])
    expect(spec.blame).toBe('creation')
  })

  test('is the violating event where the program itself can complete it too', () => {
    const spec = compileSpec({ ...leak, formula: '[](open => o close)' })
    expect(spec.events.map(({ blame }) => blame)).toEqual(['violating', 'violating', 'creation'])
    expect(spec.blame).toBe('violating')
  })

  test('is what the spec says', () => {
    const spec = compileSpec({ ...leak, blame: 'violating' })
    expect([spec.blame, ...spec.events.map(({ blame }) => blame)]).toEqual(Array(4).fill('violating'))
    expect(compileSpec({ ...iteration, blame: 'creation' }).blame).toBe('creation')
  })

  test('is the creation event when an object is collected', () => {
    const collected = { ...leak.events, finish: { on: { kind: 'collect', parameter: 'handle' } } } as const
    expect(compileSpec({ ...leak, events: collected }).blame).toBe('creation')
  })

  test('needs an end event that reaches monitors whose objects are dead', () => {
    // The empty parameter set stays: no object has to live for the end event to matter.
    expect(compileSpec(leak).coenable[0]).toContain(0)
  })
})

interface Sets {
  readonly starts: boolean[]
  readonly enable: number[][]
  readonly coenable: number[][]
}

/** Parameter sets by their definition: all traces up to a length whose last event completes a report. */
function setsByEnumeration(template: MonitorTemplate, labels: readonly number[], length: number): Sets {
  const width = template.events.length
  const starts = labels.map(() => false)
  const enable = labels.map(() => new Set<number>())
  const coenable = labels.map(() => new Set<number>())
  const union = (events: readonly number[]): number => events.reduce((sum, event) => sum | labels[event]!, 0)
  const explore = (trace: number[], state: MonitorTemplate['initial']): void => {
    if (trace.length === length || !template.live(state)) return
    for (let event = 0; event < width; event++) {
      const next = template.step(state, event)
      const longer = [...trace, event]
      const before = trace.length === 0 ? 0 : template.verdict(state)
      const reports = template.categories.some(
        ({ report }, c) =>
          ((template.verdict(next) >> c) & 1) === 1 && (report === 'event' || ((before >> c) & 1) === 0),
      )
      if (reports) {
        starts[longer[0]!] = true
        longer.forEach((each, i) => {
          enable[each]!.add(union(longer.slice(0, i)))
          if (i < longer.length - 1) coenable[each]!.add(union(longer.slice(i + 1)))
        })
      }
      explore(longer, next)
    }
  }
  explore([], template.initial)
  const sorted = (sets: Set<number>[]): number[][] => sets.map((set) => [...set].sort((a, b) => a - b))
  return { starts, enable: sorted(enable), coenable: sorted(coenable) }
}

/** What of the enumerated sets the found ones hold. */
function partIn(enumerated: Sets, found: ReportSets): Sets {
  const part = (sets: readonly number[][], all: readonly (readonly number[])[]): number[][] =>
    sets.map((list, i) => list.filter((set) => all[i]!.includes(set)))
  return {
    starts: enumerated.starts.map((start, i) => start && found.starts[i]!),
    enable: part(enumerated.enable, found.enable),
    coenable: part(enumerated.coenable, found.coenable),
  }
}

const events = ['p', 'q', 'r']
const formula = fc.letrec<{ e: string }>((tie) => ({
  e: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...events),
    fc.tuple(tie('e'), tie('e')).map(([a, b]) => `${a} ${b}`),
    fc.tuple(tie('e'), tie('e')).map(([a, b]) => `(${a} | ${b})`),
    tie('e').map((a) => `(${a})*`),
  ),
})).e
const property = fc.oneof(
  formula.map((text) => ({ logic: 'ere', formula: text, report: { match: 'm' } })),
  formula.map((text) => ({ logic: 'ere', formula: `p (${text})`, report: { fail: 'm' } })),
  formula.map((text) => ({ logic: 'ere', formula: `p ${text}`, report: { match: 'm', fail: 'm' } })),
  fc
    .constantFrom('[](p => o q)', '(not r) U q', '[](p => not <> r)')
    .map((text) => ({ logic: 'ltl', formula: text, report: { violation: 'm' } })),
  fc
    .constantFrom('p => <*> q', 'r => (not p S q)')
    .map((text) => ({ logic: 'ptltl', formula: text, report: { violation: 'm' } })),
  fc.constant({ logic: 'cfg', formula: 'S -> p S q | r', report: { match: 'm' } }),
)

test('parameter sets and creation events are those of the violating traces', () => {
  const names = ['a', 'b', 'c', 'd']
  const compared = { exactly: 0, partly: 0 }
  fc.assert(
    fc.property(property, fc.array(fc.nat(15), { minLength: 3, maxLength: 3 }), (chosen, labels) => {
      const bind = (label: number): string[] => names.filter((_, i) => ((label >> i) & 1) === 1)
      const bound = names.filter((_, i) => labels.some((label) => ((label >> i) & 1) === 1))
      const compact = labels.map((label) => bind(label).reduce((set, name) => set | (1 << bound.indexOf(name)), 0))
      let spec
      try {
        spec = compileSpec({
          ...about,
          ...chosen,
          parameters: Object.fromEntries(bound.map((name) => [name, 'object' as const])),
          events: Object.fromEntries(events.map((name, i) => [name, { bind: bind(labels[i]!) }])),
          connected: false,
          fullBinding: false,
        })
      } catch (error) {
        expect((error as { code?: string }).code).toBe('unreachable-category')
        return
      }
      const expected = setsByEnumeration(spec.template, compact, 8)
      const found = {
        starts: spec.events.map(({ creation }) => creation),
        enable: spec.enable,
        coenable: spec.coenable,
      }
      // A larger automaton may need longer traces than were enumerated to show all its sets.
      const exact = (spec.template.table?.states ?? 0) <= 4
      expect(exact ? found : partIn(expected, found)).toEqual(expected)
      compared[exact ? 'exactly' : 'partly'] += 1
      // A plugin's template need not know reports; mapping its event sets one by one then gives at least as much.
      const mapped = labelSets({ ...spec.template, reportSets: undefined } as unknown as MonitorTemplate, compact)
      expect(partIn(expected, mapped)).toEqual(expected)
    }),
    runs(1000),
  )
  expect(compared.exactly).toBeGreaterThan(80)
  expect(compared.partly).toBeGreaterThan(20)
})
