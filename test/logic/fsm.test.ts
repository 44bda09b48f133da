import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fsm } from '#src/logic/fsm/fsm.ts'
import { runs } from '../support/property.ts'
import { holding, synthesizeWith, words } from './synthesize-with.ts'
import type { Options } from './synthesize-with.ts'

const events = ['open', 'use', 'close']

function verdicts(formula: string, trace: string, options: Options = {}): string {
  return holding(synthesizeWith(fsm, formula, events, options), trace.split(' '))
    .map((names) => (names.length === 0 ? '?' : names.join('+')))
    .join(' ')
}

describe('verdicts of single machines', () => {
  const file = `closed [ open -> opened ]
    opened [ use -> opened  close -> closed ]
    alias leak = opened`

  test.each([
    ['aliases and fail by default', file, 'open use close close open', {}, 'leak leak ? fail fail'],
    ['a state by name', file, 'open close open', { categories: ['closed'] }, '? closed ?'],
    ['several at once, in the order asked for', file, 'open', { categories: ['opened', 'leak'] }, 'opened+leak'],
    ['default', 'a [ open -> b default a ] b [ default -> a ]', 'use open use', { categories: ['b'] }, '? b ?'],
    ['an event before the default', 'a [ default b open -> a ] b []', 'open use', { categories: ['b', 'a'] }, 'a b'],
    ['commas', 'a [ open -> b, use -> a, ] b [ default a ] alias x = a, b', 'open use', { categories: ['x'] }, 'x x'],
    ['fail in an alias', 'a [ open -> a ] alias bad = fail', 'open use', { categories: ['bad'] }, '? bad'],
    ['fail as a target', 'a [ open -> fail default a ]', 'use open', {}, '? fail'],
    ['states declared after an alias', 'a [ open -> b ] alias x = b c [ ] b [ use -> c ]', 'open use', {}, 'x ?'],
    ['a state called alias', 'alias [ open -> alias ] alias x = alias', 'open use', {}, 'x fail'],
    ['numbered states', '0 [ open -> 1 ] 1 [ close -> 0 ] alias open = 1', 'open close', {}, 'open ?'],
    ['quoted events', 'a [ \'open\' -> b ] b [ "use" -> a ]', 'open use open', { categories: ['b'] }, 'b ? b'],
    ['comments', 'a [ // none\n open /* x */ -> a ]', 'open use', {}, '? fail'],
  ] as [string, string, string, Options, string][])('%s', (_, formula, trace, options, expected) => {
    expect(verdicts(formula, trace, options)).toBe(expected)
  })

  test('the automaton keeps the names of states, merges those that cannot be told apart, and leaves fail out', () => {
    const machine = `start [ open -> left use -> right ]
      left [ close -> start ]
      right [ close -> start ]
      never [ open -> left ]
      alias busy = left right`
    expect(synthesizeWith(fsm, machine, events).automaton).toEqual({
      start: 'start',
      states: { start: { open: 'left', use: 'left' }, left: { close: 'start' } },
      categories: { busy: ['left'] },
    })
    expect(synthesizeWith(fsm, machine, events, { categories: ['right'] }).automaton).toEqual({
      start: 'start',
      states: { start: { open: 'left', use: 'right' }, left: { close: 'start' }, right: { close: 'start' } },
      categories: { right: ['right'] },
    })
  })

  test('a state where nothing more can happen is kept beside fail, and stands for fail when that is of no interest', () => {
    const machine = 'a [ open -> b use -> a ] b [ default b ] alias on = a'
    expect(synthesizeWith(fsm, machine, events).automaton!.states).toEqual({
      a: { open: 'b', use: 'a' },
      b: { open: 'b', use: 'b', close: 'b' },
    })
    expect(synthesizeWith(fsm, machine, events, { categories: ['on'] }).automaton!.states).toEqual({ a: { use: 'a' } })
  })

  test('fail is shown when an alias names it', () => {
    expect(synthesizeWith(fsm, 'a [ open -> a ] alias bad = fail', events, { categories: ['bad'] }).automaton).toEqual({
      start: 'a',
      states: { a: { open: 'a', use: 'fail', close: 'fail' }, fail: { open: 'fail', use: 'fail', close: 'fail' } },
      categories: { bad: ['fail'] },
    })
  })
})

interface Machine {
  readonly rows: { readonly targets: (string | undefined)[]; readonly otherwise: string | undefined }[]
  readonly aliases: string[][]
}

function machines(): fc.Arbitrary<Machine> {
  return fc.integer({ min: 1, max: 6 }).chain((count) => {
    const names = [...Array(count).keys()].map((i) => `q${i}`)
    const target = fc.option(fc.constantFrom(...names, 'fail'), { nil: undefined, freq: 3 })
    const members = fc.uniqueArray(fc.constantFrom(...names, 'fail'), { minLength: 1 })
    return fc.record({
      rows: fc.array(
        fc.record({
          targets: fc.array(target, { minLength: events.length, maxLength: events.length }),
          otherwise: fc.option(fc.constantFrom(...names, 'fail'), { nil: undefined, freq: 1 }),
        }),
        { minLength: count, maxLength: count },
      ),
      aliases: fc.array(members, { maxLength: 3 }),
    })
  })
}

function print({ rows, aliases }: Machine): string {
  const states = rows.map(({ targets, otherwise }, s) => {
    const moves = targets.flatMap((target, e) => (target === undefined ? [] : [`${events[e]} -> ${target}`]))
    return `q${s} [ ${[...moves, ...(otherwise === undefined ? [] : [`default ${otherwise}`])].join('\n  ')} ]`
  })
  return [...states, ...aliases.map((members, i) => `alias x${i} = ${members.join(i === 1 ? ', ' : ' ')}`)].join('\n')
}

test('random machines behave as interpreted by name, and so do their tables and automata', () => {
  const traces = words(events, 4).filter((trace) => trace.length > 0)
  let several = 0
  fc.assert(
    fc.property(machines(), fc.boolean(), (machine, all) => {
      const states = machine.rows.map((_, s) => `q${s}`)
      const aliases = machine.aliases.map((_, i) => `x${i}`)
      const step = (state: string, event: string): string => {
        const row = machine.rows[states.indexOf(state)]
        return row?.targets[events.indexOf(event)] ?? row?.otherwise ?? 'fail'
      }
      const after = (trace: string[]) => trace.reduce(step, 'q0')
      const holds = (name: string, state: string) =>
        aliases.includes(name) ? machine.aliases[aliases.indexOf(name)]!.includes(state) : name === state

      // Only what is reached can be asked for by name.
      const reached = traces.concat(words(events, states.length)).map(after)
      const named = [...states, ...aliases, 'fail'].filter((name) =>
        reached.some((state, i) => i < traces.length && holds(name, state)),
      )
      const categories = all && named.length > 0 ? named : undefined
      const template = synthesizeWith(fsm, print(machine), events, categories === undefined ? {} : { categories })
      const expectedCategories = categories ?? [...aliases, 'fail']
      expect(template.categories.map(({ name }) => name)).toEqual(expectedCategories)

      const expected = traces.map((trace) => expectedCategories.filter((name) => holds(name, after(trace))).join('+'))
      expect(traces.map((trace) => holding(template, trace).at(-1)!.join('+'))).toEqual(expected)
      if (expected.some((names) => names.includes('+'))) several += 1

      const automaton = template.automaton!
      const shown = traces.map((trace) => {
        const end = trace.reduce<string | undefined>(
          (state, event) => (state === undefined ? undefined : automaton.states[state]![event]),
          automaton.start,
        )
        if (end === undefined) return expectedCategories.includes('fail') ? 'fail' : ''
        return expectedCategories.filter((name) => automaton.categories[name]?.includes(end)).join('+')
      })
      expect(shown).toEqual(expected)
    }),
    runs(1500),
  )
  expect(several).toBeGreaterThan(0)
})
