/** Random specs and traces for them: 1 to 4 parameters, every logic, random creation events, objects that die. */

import fc from 'fast-check'
import { UserError } from '#src/diagnostics/user-error.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import type { SpecText } from '../support/spec-builder.ts'
import { buildSpec } from '../support/spec-builder.ts'

export interface RandomCase {
  readonly text: SpecText
  readonly spec: CompiledSpec
  readonly trace: readonly string[]
}

const parameterNames = ['a', 'b', 'c', 'd']
const eventNames = ['e', 'f', 'g', 'h', 'i']

/** A formula of a logic over events, with the categories of interest. */
interface Property {
  readonly logic: string
  readonly formula: string
  readonly categories?: readonly string[]
}

function fsm(events: readonly string[]): fc.Arbitrary<Property> {
  return fc.integer({ min: 1, max: 4 }).chain((states) => {
    const state = fc.nat(states - 1).map((n) => `s${n}`)
    const row = fc.record({
      transitions: fc.array(fc.option(state, { freq: 3 }), { minLength: events.length, maxLength: events.length }),
      otherwise: fc.option(state, { freq: 3 }),
    })
    return fc
      .record({
        rows: fc.array(row, { minLength: states, maxLength: states }),
        alias: fc.subarray(
          Array.from({ length: states }, (_, n) => `s${n}`),
          { minLength: 1 },
        ),
        withFail: fc.boolean(),
      })
      .map(({ rows, alias, withFail }): Property => {
        const text = rows.map(({ transitions, otherwise }, n) => {
          const arrows = transitions.flatMap((target, e) => (target === null ? [] : [`${events[e]} -> ${target}`]))
          return `s${n} [ ${[...arrows, ...(otherwise === null ? [] : [`default ${otherwise}`])].join(' ')} ]`
        })
        return {
          logic: 'fsm',
          formula: `${text.join(' ')} alias bad = ${alias.join(' ')}`,
          categories: withFail ? ['bad', 'fail'] : ['bad'],
        }
      })
  })
}

function ere(events: readonly string[]): fc.Arbitrary<Property> {
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      { weight: 3, arbitrary: fc.constantFrom(...events) },
      { weight: 4, arbitrary: fc.tuple(tie('expression'), tie('expression')).map(([l, r]) => `(${l} ${r})`) },
      { weight: 2, arbitrary: fc.tuple(tie('expression'), tie('expression')).map(([l, r]) => `(${l} | ${r})`) },
      { weight: 2, arbitrary: tie('expression').map((inner) => `(${inner})*`) },
      { weight: 1, arbitrary: tie('expression').map((inner) => `~(${inner})`) },
    ),
  }))
  return fc
    .tuple(expression, fc.constantFrom(['match'], ['match', 'fail'], ['fail']))
    .map(([formula, categories]) => ({ logic: 'ere', formula, categories }))
}

function temporal(logic: 'ltl' | 'ptltl', events: readonly string[]): fc.Arbitrary<Property> {
  const unary = logic === 'ltl' ? ['[]', '<>', 'o', 'not'] : ['(*)', '<*>', '[*]', 'not']
  const binary = logic === 'ltl' ? ['U', 'R', 'and', 'or', '=>'] : ['S', 'and', 'or', '=>']
  const { formula } = fc.letrec<{ formula: string }>((tie) => ({
    formula: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 3, arbitrary: fc.constantFrom(...events) },
      { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...unary), tie('formula')).map(([op, f]) => `${op} (${f})`) },
      {
        weight: 4,
        arbitrary: fc
          .tuple(tie('formula'), fc.constantFrom(...binary), tie('formula'))
          .map(([l, op, r]) => `((${l}) ${op} (${r}))`),
      },
    ),
  }))
  return formula.map((formula) => ({ logic, formula }))
}

function cfg(events: readonly string[]): fc.Arbitrary<Property> {
  const symbol = fc.constantFrom(...events, 'S', 'T')
  const alternative = fc.array(symbol, { maxLength: 3 }).map((symbols) => symbols.join(' ') || 'epsilon')
  const rule = fc.array(alternative, { minLength: 1, maxLength: 3 })
  return fc
    .tuple(rule, rule, fc.constantFrom(...events))
    .map(([s, t, e]) => ({ logic: 'cfg', formula: `S -> ${s.join(' | ')} | ${e}, T -> ${t.join(' | ')} | ${e}` }))
}

function property(events: readonly string[]): fc.Arbitrary<Property> {
  return fc.oneof(
    { weight: 4, arbitrary: fsm(events) },
    { weight: 3, arbitrary: ere(events) },
    { weight: 2, arbitrary: temporal('ltl', events) },
    { weight: 1, arbitrary: temporal('ptltl', events) },
    { weight: 1, arbitrary: cfg(events) },
  )
}

export interface RandomOptions {
  readonly parameters?: { readonly min: number; readonly max: number }
  readonly traceLength?: number
  readonly deaths?: boolean
}

/** Specs that no logic refuses, with traces. */
export function randomCase(options: RandomOptions = {}): fc.Arbitrary<RandomCase> {
  return randomSpec(options.parameters ?? { min: 1, max: 4 })
    .map((text) => ({ text, spec: buildIfAccepted(text) }))
    .filter(({ spec }) => spec !== undefined)
    .chain(({ text, spec }) => randomTrace(text, options).map((trace) => ({ text, spec: spec!, trace })))
}

function randomSpec(parameters: { readonly min: number; readonly max: number }): fc.Arbitrary<SpecText> {
  return fc
    .record({ count: fc.integer(parameters), events: fc.integer({ min: 2, max: 5 }), ending: fc.boolean() })
    .chain(({ count, events, ending }) => {
      const names = parameterNames.slice(0, count)
      const own = eventNames.slice(0, events)
      const all = ending ? [...own, 'end'] : own
      return fc
        .record({
          kinds: fc.array(fc.constantFrom('object', 'object', 'object', 'value'), {
            minLength: count,
            maxLength: count,
          }),
          bound: fc.array(
            fc.oneof(
              { weight: 8, arbitrary: fc.subarray(names, { minLength: 1 }) },
              { weight: 1, arbitrary: fc.constant<string[]>([]) },
            ),
            { minLength: events, maxLength: events },
          ),
          property: property(all),
          creation: fc.option(fc.subarray(all, { minLength: 1, maxLength: 2 }), { nil: undefined }),
          connected: fc.boolean(),
          fullBinding: fc.boolean(),
          death: fc.option(fc.tuple(fc.nat(events - 1), fc.nat(count - 1)), { nil: undefined, freq: 6 }),
        })
        .map(({ kinds, bound, property, creation, connected, fullBinding, death }): SpecText => {
          const words = bound.map((subset) => subset.join(' '))
          if (death !== undefined) words[death[0]] = names[death[1]]!
          return {
            ...property,
            parameters: names.map((name, i) => `${name}:${kinds[i]}`),
            events: {
              ...Object.fromEntries(own.map((event, i) => [event, words[i]!])),
              ...(ending ? { end: '' } : {}),
            },
            ...(ending ? { end: 'end' } : {}),
            ...(creation === undefined ? {} : { creation }),
            connected,
            fullBinding,
            ...(death === undefined ? {} : { deaths: { [own[death[0]]!]: names[death[1]]! } }),
          }
        })
    })
}

/** Some random formulas speak of nothing (a category that no trace reaches): logics refuse these. */
function buildIfAccepted(text: SpecText): CompiledSpec | undefined {
  try {
    return buildSpec(text)
  } catch (error) {
    if (error instanceof UserError) return undefined
    throw error
  }
}

function randomTrace(text: SpecText, { traceLength = 14, deaths = false }: RandomOptions): fc.Arbitrary<string[]> {
  const parameters = text.parameters.map((word) => word.split(':')[0]!)
  const mortal = text.parameters.filter((word) => word.endsWith(':object')).map((word) => word.split(':')[0]!)
  return fc.boolean().chain((shared) => {
    const valueOf = (name: string, n: number) => `${shared ? 'x' : name}${n}`
    const events = Object.keys(text.events).filter((event) => event !== text.end)
    const event = fc
      .tuple(fc.constantFrom(...events), fc.tuple(...parameters.map(() => fc.constantFrom(1, 1, 2, 2, 3))))
      .map(([event, numbers]) => {
        const words = text.events[event]!.split(' ').filter((word) => word !== '')
        return [event, ...words.map((word) => valueOf(word, numbers[parameters.indexOf(word)]!))].join(' ')
      })
    const lines: fc.WeightedArbitrary<string>[] = [{ weight: 12, arbitrary: event }]
    if (text.end !== undefined) lines.push({ weight: 1, arbitrary: fc.constant(text.end) })
    if (deaths && mortal.length > 0) {
      const death = fc
        .tuple(fc.constantFrom(...mortal), fc.constantFrom(1, 2, 3))
        .map(([name, n]) => `died ${valueOf(name, n)}`)
      lines.push({ weight: 3, arbitrary: death })
    }
    return fc.array(fc.oneof(...lines), { minLength: 1, maxLength: traceLength, size: 'max' }).map(withoutTheDead)
  })
}

/** Nothing happens to an object after its death. */
function withoutTheDead(trace: readonly string[]): string[] {
  const dead = new Set<string>()
  return trace.filter((line) => {
    const [first, ...values] = line.split(' ')
    if (values.some((value) => dead.has(value))) return false
    if (first === 'died') dead.add(values[0]!)
    return true
  })
}
