import { describe, expect, test } from 'vitest'
import { Bandit, paperOptions } from '#src/engine/select/bandit.ts'
import { Discovery, discoveryOptions, type DiscoveryOptions } from '#src/engine/select/discovery.ts'
import type { Agent } from '#src/engine/select/agent.ts'
import { Random } from '#src/engine/select/random.ts'

const discovery = (options: Partial<DiscoveryOptions> = {}, seed = 1) =>
  new Discovery({ ...discoveryOptions, ...options }, () => seed)

interface Outcome {
  readonly created: number
  /** The share of the different traces that were seen. */
  readonly kept: number
}

/** A place whose n-th monitor has the trace `traceOf(n)`; the agent learns of it at once. */
function simulate(
  agent: Agent,
  n: number,
  traceOf: (i: number) => number,
  contextOf: (i: number) => number = () => 0,
): Outcome {
  const seen = new Map<number, number>()
  const all = new Set<number>()
  let created = 0
  for (let i = 0; i < n; i++) {
    const trace = traceOf(i)
    all.add(trace)
    if (!agent.decide(contextOf(i))) continue
    created++
    const before = seen.get(trace) ?? 0
    seen.set(trace, before + 1)
    if (!agent.foreseen) agent.learn(Math.min(before, 2) as 0 | 1 | 2)
  }
  return { created, kept: seen.size / all.size }
}

describe('the agent that looks for what is yet to be discovered', () => {
  test('follows its rules step by step', () => {
    const agent = discovery({ first: 2, rate: 0.5, growth: 2, perContext: 1 })
    // The first two without a question.
    expect([agent.decide(0), agent.decide(0)]).toEqual([true, true])
    // Nothing is known: every monitor.
    expect(agent.decide(0)).toBe(true)
    agent.learn(0)
    agent.learn(0)
    // Two of two were single: rich.
    expect(agent.converged).toBe('create')
    expect(agent.decide(0)).toBe(true)
    agent.learn(1)
    // One of three is single: poor. It looks, and finds what was there: the mean gap is a quarter, then a half, one, two.
    expect(agent.converged).toBeUndefined()
    const gapBefore = () => {
      let gap = 0
      while (!agent.decide(0)) gap++
      return gap
    }
    expect(gapBefore()).toBe(0)
    // However many end at once, they were looked at with the same gap, and lengthen it once.
    for (let i = 0; i < 20; i++) agent.learn(2)
    expect(agent.converged).toBeUndefined()
    const gaps = Array.from({ length: 14 }, () => {
      const gap = gapBefore()
      agent.learn(2)
      return gap
    })
    expect(Math.max(...gaps.slice(0, 4))).toBeLessThan(4)
    expect(Math.max(...gaps.slice(-3))).toBeGreaterThan(100)
    expect(agent.converged).toBe('skip')
    gapBefore()
    // A size that was not met is looked at in any case, once.
    expect([agent.decide(7), agent.decide(7)]).toEqual([true, false])
    // What was never seen makes it start over.
    agent.learn(0)
    expect(agent.decide(0)).toBe(true)
  })

  test('a place that only repeats itself converges within a thousand decisions and thirty monitors', () => {
    const agent = discovery()
    const { created, kept } = simulate(agent, 1000, () => 1)
    expect(kept).toBe(1)
    expect(created).toBeLessThan(30)
    expect(agent.converged).toBe('skip')
    expect(simulate(discovery(), 1_000_000, () => 1).created).toBeLessThan(2100)
  })

  test('a place of ever different traces is monitored in full', () => {
    const agent = discovery()
    expect(simulate(agent, 10_000, (i) => i)).toEqual({ created: 10_000, kept: 1 })
    expect(agent.converged).toBe('create')
  })

  test('alternating traces are both seen, and then left alone', () => {
    const { created, kept } = simulate(discovery(), 10_000, (i) => i % 2)
    expect(kept).toBe(1)
    expect(created).toBeLessThan(60)
  })

  test('bursts of other traces are found where the bandit of the paper has stopped looking', () => {
    // After 5,000 alike, 500 of a second kind with its own details, ten times.
    const bursty = (i: number) => (i % 5500 < 5000 ? 0 : 1 + Math.floor(i / 5500) * 8 + (i % 8))
    const ours = simulate(discovery({ longest: 100 }), 55_000, bursty)
    const theirs = simulate(new Bandit(paperOptions, () => 1), 55_000, bursty)
    expect(ours.kept).toBeGreaterThan(0.97)
    expect(ours.kept).toBeGreaterThanOrEqual(theirs.kept)
    expect(ours.created).toBeLessThan(theirs.created)
  })

  test('rare sizes are found at once', () => {
    const random = new Random(() => 5)
    const sizes = Array.from({ length: 20_000 }, () => Math.floor(Math.exp(random.next() * 5)))
    const traceOf = (i: number) => sizes[i]!
    const knowing = simulate(discovery(), sizes.length, traceOf, (i) => sizes[i]! + 1)
    const blind = simulate(discovery(), sizes.length, traceOf)
    expect(knowing.kept).toBe(1)
    expect(blind.kept).toBeLessThan(1)
    expect(knowing.created).toBeLessThan(600)
  })

  test('traces that a size foretold do not make it start over, others do', () => {
    // 50 sizes a thousand times, in rising order: all is foreseen but the repetitions.
    const rising = (i: number) => Math.floor(i / 1000)
    const agent = discovery()
    expect(simulate(agent, 50_000, rising, (i) => rising(i) + 1)).toEqual({ created: expect.any(Number), kept: 1 })
    expect(agent.converged).toBe('skip')
    expect(simulate(discovery(), 50_000, rising, (i) => rising(i) + 1).created).toBeLessThan(50 * 2 + 80)
    // The same traces where the size is always the same, each a surprise.
    const surprised = simulate(discovery(), 50_000, rising, () => 1)
    expect(surprised.created).toBeGreaterThan(50 * 10)
  })

  test('the same seed gives the same choices', () => {
    const choices = (seed: number) => {
      const agent = discovery({}, seed)
      return Array.from({ length: 2000 }, (_, i) => {
        const created = agent.decide(0)
        if (created) agent.learn(i === 0 ? 0 : 2)
        return created ? 'c' : 's'
      }).join('')
    }
    expect(choices(3)).toBe(choices(3))
    expect(choices(3)).not.toBe(choices(4))
  })
})
