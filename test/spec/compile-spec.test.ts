import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UserError } from '#src/diagnostics/user-error.ts'
import { registerLogic } from '#src/logic/built-in.ts'
import type { Logic } from '#src/logic/logic.ts'
import type { MonitorTemplate, ReportSets } from '#src/logic/template.ts'
import { checkSpec, compileSpec } from '#src/spec/compile-spec.ts'
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
    const without = { ...either.events, create: { ...either.events['create'], creation: false } }
    expect(compileSpec({ ...either, events: without }).events.map(({ creation }) => creation)).toEqual([
      false,
      true,
      false,
    ])
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

describe('a logic of a plugin', () => {
  /** Matches when the trace ends with the formula's event; knows event sets, and neither tables nor reports. */
  const lastEvent: Logic = {
    name: 'last-event',
    description: 'the last event is the one that the formula names',
    synthesize: ({ formula, events: alphabet, end }) => {
      const wanted = alphabet.indexOf(formula)
      const subsets = alphabet.reduce<string[][]>(
        (sets, event) => [...sets, ...sets.map((set) => [...set, event])],
        [[]],
      )
      const everywhere = (sets: string[][]): Record<string, string[][]> =>
        Object.fromEntries(alphabet.map((event) => [event, sets]))
      return {
        logic: 'last-event',
        events: alphabet,
        categories: [{ name: 'match', report: 'event' }],
        end,
        initial: -1,
        table: undefined,
        step: (_, event) => event,
        verdict: (state) => (state === wanted ? 1 : 0),
        live: () => true,
        automaton: undefined,
        enable: () => {
          if (wanted !== -1) return everywhere(subsets)
          throw new UserError({ code: 'last-event-unknown', message: `no event ${formula}` })
        },
        coenable: () => everywhere(subsets.filter((set) => set.includes(formula))),
      }
    },
  }
  registerLogic(lastEvent)
  const definition: SpecDefinition = {
    ...about,
    parameters: { a: 'object', b: 'object' },
    events: { both: { bind: ['a', 'b'] }, one: { bind: ['a'] } },
    logic: 'last-event',
    formula: 'one',
    report: { match: 'm' },
  }

  test('is compiled from its event sets alone', () => {
    const { enable, coenable, events: compiled } = compileSpec(definition)
    expect(enable).toEqual([
      [0, 1, 3],
      [0, 1, 3],
    ])
    expect(coenable).toEqual([
      [1, 3],
      [1, 3],
    ])
    expect(compiled.map(({ creation }) => creation)).toEqual([true, true])
  })

  test('has its mistakes shown in the formula', () => {
    const found = checkSpec({ ...definition, formula: 'two' }).filter(({ grade }) => grade === 'error')
    expect(found.map(({ code, path, message }) => [code, path, message])).toEqual([
      ['last-event-unknown', 'formula', 'no event two'],
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
      expect(mapped.starts).toEqual(found.starts)
    }),
    runs(500),
  )
  expect(compared.exactly).toBeGreaterThan(80)
  expect(compared.partly).toBeGreaterThan(20)
})

/** Whether the parameters, all of them, are bound and connected by the sets that the events of a trace bind. */
function bindsAll(sets: readonly number[], all: number): { full: boolean; connected: boolean } {
  const full = sets.reduce((sum, set) => sum | set, 0) === all
  // Connected by definition: between any two parameters there is a chain of sets that overlap.
  const parameters = [1, 2, 4, 8].filter((bit) => (all & bit) !== 0)
  const reach = new Map(parameters.map((bit) => [bit, bit]))
  for (let round = 0; round < parameters.length; round++) {
    for (const [bit, reached] of reach) {
      reach.set(
        bit,
        sets.reduce((sum, set) => ((set & sum) === 0 ? sum : sum | set), reached),
      )
    }
  }
  return { full, connected: full && [...reach.values()].every((reached) => reached === all) }
}

/** What the events of each trace that ends with a report bind, up to a length. */
function violatingBindings(template: MonitorTemplate, labels: readonly number[], length: number): number[][] {
  const found: number[][] = []
  const explore = (sets: number[], state: MonitorTemplate['initial'], fresh: boolean): void => {
    if (sets.length === length) return
    for (const [event, label] of labels.entries()) {
      const next = template.step(state, event)
      const entered = template.verdict(next) & ~(fresh ? 0 : template.verdict(state))
      const holds = template.categories[0]!.report === 'event' ? template.verdict(next) : entered
      if (holds !== 0) found.push([...sets, label])
      explore([...sets, label], next, false)
    }
  }
  explore([], template.initial, true)
  return found
}

test('a spec is refused as never bound or never connected exactly when no violating trace binds or connects', () => {
  const counts: Record<string, number> = {}
  const single = fc.oneof(
    formula.map((text) => ({ logic: 'ere', formula: text, report: { match: 'm' } })),
    fc.constant({ logic: 'ltl', formula: '[](p => o q)', report: { violation: 'm' } }),
  )
  fc.assert(
    fc.property(single, fc.array(fc.nat(15), { minLength: 3, maxLength: 3 }), (chosen, raw) => {
      // Every parameter up to the highest is bound by some event.
      const all = raw.reduce((sum, label) => sum | label, 0)
      fc.pre(all === 1 || all === 3 || all === 7 || all === 15)
      const names = ['a', 'b', 'c', 'd'].filter((_, i) => ((all >> i) & 1) === 1)
      const definition: SpecDefinition = {
        ...about,
        ...chosen,
        parameters: Object.fromEntries(names.map((name) => [name, 'object' as const])),
        events: Object.fromEntries(
          events.map((name, i) => [name, { bind: names.filter((_, p) => ((raw[i]! >> p) & 1) === 1) }]),
        ),
      }
      const codes = new Set(
        checkSpec(definition)
          .filter(({ grade }) => grade === 'error')
          .map(({ code }) => code),
      )
      if (codes.has('unreachable-category')) return
      const { template } = compileSpec({ ...definition, connected: false, fullBinding: false })
      fc.pre(template.table!.states <= 5)
      const traces = violatingBindings(template, raw, 7).map((sets) => bindsAll(sets, all))
      const expected = !traces.some(({ full }) => full)
        ? 'never-fully-bound'
        : traces.some(({ connected }) => connected)
          ? 'fine'
          : 'never-connected'
      expect([...codes]).toEqual(expected === 'fine' ? [] : [expected])
      counts[expected] = (counts[expected] ?? 0) + 1
    }),
    runs(400),
  )
  for (const outcome of ['fine', 'never-fully-bound', 'never-connected']) expect(counts[outcome]).toBeGreaterThan(10)
})

test('a missing transition is flagged exactly when a trace that begins with a creation event meets it', () => {
  const names = ['s0', 's1', 's2']
  const machine = fc.array(fc.array(fc.option(fc.nat(2), { freq: 6 }), { minLength: 2, maxLength: 2 }), {
    minLength: 3,
    maxLength: 3,
  })
  const counts = { flagged: 0, silent: 0 }
  fc.assert(
    fc.property(machine, (next) => {
      const body = next.map(
        (row, s) => `${names[s]} [ ${row.map((t, e) => (t === null ? '' : `${'pq'[e]} -> ${names[t]}`)).join(' ')} ]`,
      )
      const definition: SpecDefinition = {
        ...about,
        events: { p: {}, q: {} },
        logic: 'fsm',
        formula: `${body.join(' ')} alias Bad = s2`,
        report: { Bad: 'm' },
      }
      const found = checkSpec(definition)
      if (found.some(({ grade }) => grade === 'error')) return
      const creation = compileSpec(definition).events.map((event) => event.creation)
      // All traces up to a length that visits every state of so small a machine.
      const meets = (state: number, length: number): boolean =>
        length > 0 &&
        next[state]!.some(
          (target, event) => (length < 6 || creation[event]!) && (target === null || meets(target, length - 1)),
        )
      const expected = meets(0, 6)
      expect(found.some(({ code }) => code === 'unreported-fail')).toBe(expected)
      counts[expected ? 'flagged' : 'silent'] += 1
    }),
    runs(300),
  )
  expect(counts.flagged).toBeGreaterThan(50)
  expect(counts.silent).toBeGreaterThan(10)
})

test('a grammar over many events is checked without enumerating event sets', () => {
  const events = Array.from({ length: 24 }, (_, i) => `e${i}`)
  const { creation } = compileSpec({
    id: 'test/many-events',
    description: 'Brackets are balanced, whatever stands between them.',
    severity: 'error',
    doc: 'https://example.org',
    parameters: { f: 'object' },
    events: Object.fromEntries(['open', 'close', ...events].map((name) => [name, { bind: ['f'] }])),
    logic: 'cfg',
    formula: `S -> S open S close | S (${events.join(' | ')}) | epsilon`,
    report: { fail: '{f} is not balanced', match: '{f} is balanced' },
  }).events[0]!
  expect(creation).toBe(true)
})
