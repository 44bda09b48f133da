/** Synthesizes formulas, each with its automaton and all its sets, and prints nanoseconds per formula. */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { synthesize } from '#src/logic/synthesize.ts'
import { cpuTime } from '../support/cpu-time.mjs'

interface Formula {
  readonly logic: string
  readonly events: readonly string[]
  readonly formula: string
  readonly categories?: readonly string[]
  readonly end?: string
}

const root = process.cwd()

function published(logic: string): Formula[] {
  const text = readFileSync(path.join(root, 'test/logic/published-formulas.json'), 'utf8')
  const all = JSON.parse(text) as (Formula & { reported: string[] })[]
  return all
    .filter((each) => each.logic === logic)
    .map(({ events, formula, reported }) => ({ logic, events, formula, categories: reported }))
}

/** The catalogue's formulas, read as text: a bench must not depend on how specs are loaded. */
function catalogue(logic: string): Formula[] {
  const found: Formula[] = []
  const specs = path.join(root, 'specs')
  for (const api of readdirSync(specs)) {
    for (const name of readdirSync(path.join(specs, api))) {
      const text = readFileSync(path.join(specs, api, name, 'spec.ts'), 'utf8')
      const field = (key: string) => new RegExp(`\\n  ${key}: (['"\`])([\\s\\S]*?)\\1`).exec(text)?.[2]
      const block = /\n {2}events: \{\n([\s\S]*?)\n {2}\},/.exec(text)?.[1]
      if (field('logic') !== logic || block === undefined) continue
      const events = [...block.matchAll(/^ {4}([\w-]+|'[^']+'):/gm)].map((match) => match[1]!.replaceAll("'", ''))
      const end = field('end')
      found.push({ logic, events, formula: field('formula') ?? '', ...(end === undefined ? {} : { end }) })
    }
  }
  return found
}

const backlog: Readonly<Record<string, readonly Formula[]>> = {
  ptltl: [
    { logic: 'ptltl', events: ['hasNext', 'next'], formula: 'next => (*) hasNext' },
    { logic: 'ptltl', events: ['open', 'close', 'use'], formula: 'use => (not close S open)' },
  ],
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `e${i}`)
}

function grown(name: string, size: number): Formula {
  switch (name) {
    case 'complement': {
      let formula = 'a'
      for (let i = 0; i < size; i++) formula = `~(${formula} b | a ${formula})`
      return { logic: 'ere', events: ['a', 'b'], formula }
    }
    case 'alternation': {
      const events = numbered(size)
      return { logic: 'ere', events, formula: events.map((event) => `${event} e0`).join(' | '), categories: ['match'] }
    }
    case 'bounded':
      return { logic: 'ere', events: ['a', 'b'], formula: `(a | b)* a (a | b){${size}}`, categories: ['match'] }
    default: {
      const pairs = Array.from({ length: size }, (_, i) => `[](a${i} => <> b${i})`)
      const events = Array.from({ length: size }, (_, i) => [`a${i}`, `b${i}`]).flat()
      return { logic: 'ltl', events: [...events, 'end'], formula: pairs.join(' and '), end: 'end' }
    }
  }
}

/** Everything that a spec compiler asks of a formula. */
function work(formula: Formula): void {
  const { template } = synthesize(formula)
  const labels = template.events.map((_, event) => 1 << (event % 4))
  template.reportSets?.(labels)
}

/** The clock of a thread ticks every few milliseconds: short work is repeated until ticks no longer matter. */
const shortest = 60e6

/** Nanoseconds per formula, all of them as often as it takes to be measured. */
function timed(formulas: readonly Formula[]): number {
  const begin = cpuTime()
  let times = 0
  do {
    for (const formula of formulas) work(formula)
    times += 1
  } while (cpuTime() - begin < shortest)
  return (cpuTime() - begin) / formulas.length / times
}

function measure(scenario: string, variant: string): number {
  const [kind, rest] = [scenario.slice(0, scenario.indexOf('-')), scenario.slice(scenario.indexOf('-') + 1)]
  if (kind === 'cold' || kind === 'published' || kind === 'slowest') {
    const formulas = [...published(rest), ...catalogue(rest), ...(backlog[rest] ?? [])]
    if (formulas.length === 0) throw new Error(`no ${rest} formulas to measure`)
    if (kind === 'cold') {
      const begin = performance.now()
      work(formulas[0]!)
      return (performance.now() - begin) * 1e6
    }
    if (variant === 'none') return timed([{ logic: 'ere', events: ['a'], formula: 'a' }])
    for (const formula of formulas) work(formula)
    return kind === 'published' ? timed(formulas) : Math.max(...formulas.map((formula) => timed([formula])))
  }
  return timed([grown(kind, Number(rest))])
}

const [, , scenario, variant] = process.argv
console.log(JSON.stringify({ ns: measure(scenario!, variant!), events: 1 }))
