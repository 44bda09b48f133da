/** What the monitors of a grammar keep alive. Needs --expose-gc, which the configuration of the tests gives. */

import { describe, expect, test } from 'vitest'
import { cfg } from '#src/logic/cfg/cfg.ts'
import type { MonitorTemplate, State } from '#src/logic/template.ts'
import { synthesizeWith } from './synthesize-with.ts'

const mebibyte = 1024 * 1024

function heapUsed(): number {
  globalThis.gc!()
  globalThis.gc!()
  return process.memoryUsage().heapUsed
}

/** Pairs of events that open and close, at most `depth` of them open at once, in an order that a seed decides. */
function* nestedEvents(length: number, depth: number, pairs: number): Generator<number> {
  const open: number[] = []
  let seed = 12345
  for (let i = 0; i < length; i += 1) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    const opens = open.length === 0 || (open.length < depth && seed % 1024 < 512)
    if (!opens) yield open.pop()! + 1
    else {
      const pair = (seed >> 12) % pairs
      open.push(2 * pair)
      yield 2 * pair
    }
  }
}

function run(template: MonitorTemplate, from: State, events: Iterable<number>): State {
  let state = from
  for (const event of events) state = template.step(state, event)
  return state
}

const onePair = ['begin', 'end']
const twoPairs = ['begin', 'end', 'open', 'close']

describe('a million events nested at most ten deep keep the heap flat', () => {
  test.each([
    ['S -> S begin S end | epsilon', onePair],
    ['S -> begin S end S | epsilon', onePair],
    ['S -> S S | begin S end | epsilon', onePair],
    ['S -> A S | epsilon, A -> A begin A end | A open A close | epsilon', twoPairs],
  ])('%s', (formula, events) => {
    const template = synthesizeWith(cfg, formula, events)
    const pairs = events.length / 2
    let state = run(template, template.initial, nestedEvents(200_000, 10, pairs))
    const before = heapUsed()
    state = run(template, template.initial, nestedEvents(1_000_000, 10, pairs))
    const grown = heapUsed() - before
    expect(template.verdict(state)).not.toBe(2)
    expect(grown).toBeLessThan(2 * mebibyte)
  })
})

test('a long row of events without nesting keeps the heap flat', () => {
  const template = synthesizeWith(cfg, 'S -> a S | B, B -> b B c | epsilon', ['a', 'b', 'c'])
  expect(template.table).toBeUndefined()
  const events = Array.from({ length: 100_000 }, () => 0)
  let state = run(template, template.initial, events)
  const before = heapUsed()
  state = run(template, state, events)
  expect(heapUsed() - before).toBeLessThan(mebibyte)
  expect(template.verdict(state)).toBe(1)
})

test('nesting costs the same at every depth, and is given back', () => {
  const template = synthesizeWith(cfg, 'S -> S begin S end | epsilon', onePair)
  const begins = Array.from({ length: 50_000 }, () => 0)
  const ends = begins.map(() => 1)
  // Deep enough to fill what is remembered, so that only what a state itself holds is measured.
  const wander = Array.from({ length: 4 }, () => [...begins.slice(0, 5000), ...ends.slice(0, 5000)]).flat()
  run(template, template.initial, wander)
  const base = heapUsed()
  descend()
  run(template, template.initial, wander)
  expect(heapUsed() - base).toBeLessThan(4 * mebibyte)

  /** In a function of its own, for a frame can keep its temporary values alive. */
  function descend(): void {
    let state = run(template, template.initial, begins)
    const atHalf = heapUsed() - base
    state = run(template, state, begins)
    const atFull = heapUsed() - base
    expect(atHalf / begins.length).toBeGreaterThan(50)
    expect(atHalf / begins.length).toBeLessThan(400)
    expect(atFull / atHalf).toBeGreaterThan(1.5)
    expect(atFull / atHalf).toBeLessThan(2.5)
    state = run(template, state, ends)
    state = run(template, state, ends)
    expect(template.verdict(state)).toBe(1)
    console.log(`${Math.round(atHalf / begins.length)} bytes a level`)
  }
})

test('monitors of the same nesting share their states', () => {
  const template = synthesizeWith(cfg, 'S -> S begin S end | epsilon', onePair)
  const states = new Set<State>()
  for (let i = 0; i < 100_000; i += 1) states.add(run(template, template.initial, [0, 0, 1, 0]))
  expect(states.size).toBe(1)
})
