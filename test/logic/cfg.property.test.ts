import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cfg } from '#src/logic/cfg/cfg.ts'
import type { Configuration } from '#src/logic/cfg/recognizer.ts'
import { Recognizer } from '#src/logic/cfg/recognizer.ts'
import { judgeAtEnd } from '#src/logic/cfg/judge-at-end.ts'
import { parseGrammar, grammarOperators } from '#src/logic/cfg/parse-grammar.ts'
import { trimGrammar } from '#src/logic/cfg/trim-grammar.ts'
import { ere } from '#src/logic/ere/ere.ts'
import { FormulaScanner } from '#src/logic/formula/formula-scanner.ts'
import { defaultLimits } from '#src/logic/logic.ts'
import type { EventSets, MonitorTemplate } from '#src/logic/template.ts'
import { runs } from '../support/property.ts'
import type { PlainGrammar, Verdict } from './cfg-oracle.ts'
import * as oracle from './cfg-oracle.ts'
import { print as printEre, trees } from './ere-oracle.ts'
import { holding, synthesizeWith, words } from './synthesize-with.ts'

const twoEvents = ['a', 'b']
const threeEvents = ['a', 'b', 'c']
const choices = fc.array(fc.nat(59), { maxLength: 12 })

/** The recognizer of a grammar, whether or not `cfg` would make a table of it; undefined for the empty language. */
function recognizerOf(grammar: PlainGrammar, end?: string, remembered?: number): Recognizer | undefined {
  const { events } = grammar
  const input = { formula: oracle.print(grammar), events, categories: undefined, end, limits: defaultLimits }
  let trimmed = trimGrammar(parseGrammar(new FormulaScanner(input, grammarOperators), events).grammar)
  const endEvent = end === undefined ? undefined : events.indexOf(end)
  if (trimmed !== undefined && endEvent !== undefined) trimmed = trimGrammar(judgeAtEnd(trimmed, endEvent))
  return trimmed === undefined ? undefined : new Recognizer(trimmed, endEvent, remembered)
}

function verdictOf(recognizer: Recognizer, configuration: Configuration): Verdict {
  return configuration.accepts ? 'match' : configuration === recognizer.failed ? 'fail' : '?'
}

function templateOf(grammar: PlainGrammar, categories?: string[], end?: string): MonitorTemplate {
  return synthesizeWith(cfg, oracle.print(grammar), grammar.events, {
    ...(categories === undefined ? {} : { categories }),
    ...(end === undefined ? {} : { end }),
  })
}

/** Per event, sets as bit sets. */
function bitSets(sets: EventSets, events: readonly string[]): number[][] {
  return events.map((event) =>
    sets[event]!.map((set) => set.reduce((bits, member) => bits | (1 << events.indexOf(member)), 0)).sort(
      (a, b) => a - b,
    ),
  )
}

const nonEmpty = (events: readonly string[]) => oracle.grammars(events).filter((grammar) => !oracle.isEmpty(grammar))

describe('verdicts', () => {
  test('match is membership and fail is that nothing completes the word, after each event', () => {
    const seen = { match: 0, fail: 0, '?': 0 }
    fc.assert(
      fc.property(nonEmpty(threeEvents), choices, (grammar, picks) => {
        const trace = oracle.viableTrace(grammar, picks)
        const recognizer = recognizerOf(grammar)!
        let configuration = recognizer.initial
        expect(configuration.accepts).toBe(oracle.contains(grammar, []))
        trace.forEach((event, i) => {
          configuration = recognizer.step(configuration, grammar.events.indexOf(event))
          const verdict = oracle.verdictOn(grammar, trace.slice(0, i + 1))
          expect(verdictOf(recognizer, configuration)).toBe(verdict)
          seen[verdict] += 1
        })
      }),
      runs(4000),
    )
    expect(Math.min(seen.match, seen.fail, seen['?'])).toBeGreaterThan(1000)
  })

  test('all words up to a length have the verdicts of the definition, through the template too', () => {
    fc.assert(
      fc.property(nonEmpty(twoEvents), (grammar) => {
        const template = templateOf(grammar)
        for (const word of words(twoEvents, 5)) {
          if (word.length === 0) continue
          const [last = '?'] = holding(template, word).at(-1)!
          expect(`${word.join(' ')} ${last}`).toBe(`${word.join(' ')} ${oracle.verdictOn(grammar, word)}`)
        }
      }),
      runs(250),
    )
  })

  test('with a terminal event, the word is judged at it and not after', () => {
    const mentioned = { no: 0, yes: 0 }
    fc.assert(
      fc.property(oracle.grammars(threeEvents), fc.boolean(), (plain, mention) => {
        const grammar = mention ? plain : { ...plain, rules: plain.rules.filter(({ right }) => !right.includes('c')) }
        const recognizer = grammar.rules[0]?.left === 'S' && defined(grammar) ? recognizerOf(grammar, 'c') : undefined
        if (recognizer === undefined) return
        mentioned[mention ? 'yes' : 'no'] += 1
        for (const word of words(threeEvents, 4)) {
          if (word.length === 0) continue
          const configuration = word.reduce((at, e) => recognizer.step(at, threeEvents.indexOf(e)), recognizer.initial)
          const verdict = verdictOf(recognizer, configuration)
          expect(`${word.join(' ')} ${verdict}`).toBe(`${word.join(' ')} ${oracle.verdictOn(grammar, word, 'c')}`)
        }
      }),
      runs(200),
    )
    expect(Math.min(mentioned.no, mentioned.yes)).toBeGreaterThan(10)
  })

  test('an empty language is refused, and only that', () => {
    fc.assert(
      fc.property(oracle.grammars(twoEvents), (grammar) => {
        expect(recognizerOf(grammar) === undefined).toBe(oracle.isEmpty(grammar))
      }),
      runs(1000),
    )
  })

  test('a grammar that repeats a regular expression judges as the expression does', () => {
    let tables = 0
    fc.assert(
      fc.property(trees(['a', 'b']), (tree) => {
        const formula = printEre(tree)
        if (/[&~{^]|empty/.test(formula)) return
        const grammar = synthesizeWith(cfg, `S -> ${formula}`, twoEvents)
        const expression = synthesizeWith(ere, formula, twoEvents)
        if (grammar.table !== undefined) {
          tables += 1
          expect(grammar.table).toEqual(expression.table)
        }
        for (const word of words(twoEvents, 5)) expect(holding(grammar, word)).toEqual(holding(expression, word))
      }),
      runs(400),
    )
    expect(tables).toBeGreaterThan(10)
  })
})

/** Whether each nonterminal that a rule uses has a rule. */
function defined({ events, rules }: PlainGrammar): boolean {
  return rules.every(({ right }) => right.every((s) => events.includes(s) || rules.some(({ left }) => left === s)))
}

describe('configurations', () => {
  test('stepping leaves a configuration as it was, and gives the same again', () => {
    fc.assert(
      fc.property(nonEmpty(twoEvents), (grammar) => {
        const recognizer = recognizerOf(grammar)!
        const visited = words(twoEvents, 5).map((word) => {
          const configuration = word.reduce((at, e) => recognizer.step(at, twoEvents.indexOf(e)), recognizer.initial)
          return { word, configuration, content: contentOf(configuration) }
        })
        for (const { word, configuration, content } of visited) {
          expect(contentOf(configuration)).toBe(content)
          for (const event of twoEvents) {
            const next = recognizer.step(configuration, twoEvents.indexOf(event))
            expect(verdictOf(recognizer, next)).toBe(oracle.verdictOn(grammar, [...word, event]))
          }
        }
      }),
      runs(150),
    )
  })

  test('forgetting what was seen changes no verdict', () => {
    fc.assert(
      fc.property(nonEmpty(threeEvents), choices, fc.integer({ min: 1, max: 4 }), (grammar, picks, remembered) => {
        const forgetful = recognizerOf(grammar, undefined, remembered)!
        const trace = oracle.viableTrace(grammar, picks)
        const path = [forgetful.initial]
        for (const event of trace) path.push(forgetful.step(path.at(-1)!, threeEvents.indexOf(event)))
        for (const [i, configuration] of path.entries()) {
          for (const event of threeEvents) {
            const next = forgetful.step(configuration, threeEvents.indexOf(event))
            expect(verdictOf(forgetful, next)).toBe(oracle.verdictOn(grammar, [...trace.slice(0, i), event]))
          }
        }
      }),
      runs(500),
    )
  })
})

/** What a configuration holds, stacks included, as text. */
function contentOf(configuration: Configuration): string {
  const lines = new Map<number, string>()
  const pending = configuration.readings.flatMap((reading) => reading?.targets ?? [])
  for (const node of pending) {
    if (lines.has(node.id)) continue
    lines.set(node.id, `${node.accepts} ${node.rests.map((rest, i) => `${rest}.${node.targets[i]!.id}`).join()}`)
    pending.push(...node.targets)
  }
  const readings = configuration.readings.map((reading) => reading?.rests.join())
  return JSON.stringify([configuration.accepts, readings, [...lines]])
}

describe('enable and coenable sets', () => {
  test('those of match are the sets of the definition', () => {
    fc.assert(
      fc.property(nonEmpty(threeEvents), (grammar) => {
        const template = templateOf(grammar)
        expect(bitSets(template.enable('match'), threeEvents)).toEqual(oracle.setsBefore(grammar))
        expect(bitSets(template.coenable('match'), threeEvents)).toEqual(oracle.setsAfter(grammar))
      }),
      runs(600),
    )
  })

  test('those of fail contain what traces up to a length give', () => {
    fc.assert(
      fc.property(nonEmpty(twoEvents), (grammar) => {
        const template = templateOf(grammar)
        const isFail = (trace: readonly string[]) => oracle.verdictOn(grammar, trace) === 'fail'
        const { before, after } = oracle.enumeratedSets(twoEvents, 4, isFail)
        const enable = bitSets(template.enable('fail'), twoEvents)
        const coenable = bitSets(template.coenable('fail'), twoEvents)
        twoEvents.forEach((_, e) => {
          expect(enable[e]).toEqual(expect.arrayContaining([...before[e]!]))
          expect(coenable[e]).toEqual(expect.arrayContaining([...after[e]!]))
          expect(coenable[e]).not.toContain(0)
        })
      }),
      runs(200),
    )
  })

  test('report sets of match are the unions of labels over its sets', () => {
    fc.assert(
      fc.property(nonEmpty(threeEvents), fc.array(fc.nat(7), { minLength: 3, maxLength: 3 }), (grammar, labels) => {
        const { starts, enable, coenable } = templateOf(grammar, ['match']).reportSets!(labels)
        const before = oracle.setsBefore(grammar)
        const unions = (sets: number[]) =>
          [
            ...new Set(sets.map((set) => labels.reduce((bits, l, e) => ((set & (1 << e)) === 0 ? bits : bits | l), 0))),
          ].sort((x, y) => x - y)
        expect(starts).toEqual(before.map((sets) => sets.includes(0)))
        expect(enable).toEqual(before.map(unions))
        expect(coenable).toEqual(oracle.setsAfter(grammar).map(unions))
      }),
      runs(300),
    )
  })

  test('report sets contain what reports of traces up to a length give', () => {
    let reports = 0
    fc.assert(
      fc.property(nonEmpty(threeEvents), fc.boolean(), (grammar, ends) => {
        const end = ends ? 'c' : undefined
        if (recognizerOf(grammar, end) === undefined) return
        const template = templateOf(grammar, undefined, end)
        const sets = template.reportSets!([1, 2, 4])
        const verdicts = new Map<string, Verdict>()
        for (const word of words(threeEvents, 4)) verdicts.set(word.join(), oracle.verdictOn(grammar, word, end))
        const isReport = (trace: readonly string[]) => {
          if (trace.length === 0) return false
          const verdict = verdicts.get(trace.join())
          return verdict === 'match' || (verdict === 'fail' && verdicts.get(trace.slice(0, -1).join()) !== 'fail')
        }
        const { before, after } = oracle.enumeratedSets(threeEvents, 4, isReport)
        threeEvents.forEach((_, e) => {
          reports += before[e]!.size
          expect(sets.enable[e]).toEqual(expect.arrayContaining([...before[e]!]))
          expect(sets.coenable[e]).toEqual(expect.arrayContaining([...after[e]!]))
          if (before[e]!.has(0)) expect(sets.starts[e]).toBe(true)
        })
      }),
      runs(60),
    )
    expect(reports).toBeGreaterThan(100)
  })

  test('a state that is not live makes no report', () => {
    fc.assert(
      fc.property(
        nonEmpty(twoEvents),
        fc.constantFrom<string[]>(['match'], ['fail'], ['match', 'fail']),
        (grammar, categories) => {
          const template = templateOf(grammar, categories)
          for (const word of words(twoEvents, 3)) {
            const state = word.reduce((at, e) => template.step(at, twoEvents.indexOf(e)), template.initial)
            const reported = words(twoEvents, 3).some((more) => {
              if (more.length === 0) return false
              const verdict = oracle.verdictOn(grammar, [...word, ...more])
              const before = oracle.verdictOn(grammar, [...word, ...more.slice(0, -1)])
              return verdict !== '?' && categories.includes(verdict) && (verdict === 'match' || before !== 'fail')
            })
            if (reported) expect(template.live(state)).toBe(true)
            // `match` alone is exact: something is left to read, and all of it can be completed.
            if (categories.length === 1 && categories[0] === 'match') {
              const hope = twoEvents.some((event) => oracle.isViable(grammar, [...word, event]))
              expect(template.live(state)).toBe(hope)
            }
          }
        },
      ),
      runs(60),
    )
  })
})
