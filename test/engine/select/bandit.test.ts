import { describe, expect, test } from 'vitest'
import { Bandit, type BanditOptions, paperOptions } from '#src/engine/select/bandit.ts'
import type { Seen } from '#src/engine/select/agent.ts'

const bandit = (options: Partial<BanditOptions> = {}, seed = 1) =>
  new Bandit({ ...paperOptions, ...options }, () => seed)

/** Decides and, where that was to create, tells the agent at once that the trace was this. */
function step(agent: Bandit, seen: Seen): boolean {
  const created = agent.decide()
  if (created) agent.learn(seen)
  return created
}

function expectValues(agent: Bandit, create: number, skip: number): void {
  expect(agent.values[0]).toBeCloseTo(create, 12)
  expect(agent.values[1]).toBeCloseTo(skip, 12)
}

describe('the bandit of the paper', () => {
  test('has the hyperparameters of the paper', () => {
    expect(paperOptions).toEqual({ alpha: 0.9, epsilon: 0.1, delta: 1e-5, create: 5, skip: 0 })
  })

  test('moves the value of create by equation 3, and freezes at create after six unique traces', () => {
    const agent = bandit({ epsilon: 0 })
    expectValues(agent, 5, 0)
    for (const value of [1.4, 1.04, 1.004, 1.0004, 1.000_04, 1.000_004]) {
      expect(agent.converged).toBeUndefined()
      expect(step(agent, 0)).toBe(true)
      expectValues(agent, value, 0)
    }
    expect(agent.decide()).toBe(true)
    expect(agent.converged).toBe('create')
    agent.learn(2)
    expectValues(agent, 1.000_004, 0)
    expect(agent.decide()).toBe(true)
  })

  test('moves the value of skip towards the share of duplicates, equation 6, one step behind the choice', () => {
    const agent = bandit({ alpha: 0.5, epsilon: 0, create: 1, skip: 0.5 })
    expect(step(agent, 0)).toBe(true)
    expectValues(agent, 1, 0.5)
    expect(step(agent, 1)).toBe(true)
    expectValues(agent, 0.5, 0.5)
    // Equal values mean create.
    expect(step(agent, 2)).toBe(true)
    expectValues(agent, 0.25, 0.5)
    expect(agent.decide()).toBe(false)
    expectValues(agent, 0.25, 0.5)
    // Two of three traces were duplicates.
    expect(agent.decide()).toBe(false)
    expectValues(agent, 0.25, 7 / 12)
    expect(agent.decide()).toBe(false)
    expectValues(agent, 0.25, 15 / 24)
    // A trace that ends late still counts, and changes the share: two of four.
    agent.learn(0)
    expectValues(agent, 0.625, 15 / 24)
    expect(agent.decide()).toBe(true)
    expectValues(agent, 0.625, 9 / 16)
  })

  test('with the sample average the value is the mean of the rewards, equations 1 and 2', () => {
    const agent = bandit({ alpha: null, epsilon: 0, delta: 0 })
    const means = [1, 1 / 2, 1 / 3, 2 / 4, 2 / 5]
    for (const [i, seen] of ([0, 1, 2, 0, 1] as const).entries()) {
      step(agent, seen)
      expectValues(agent, means[i]!, 0)
    }
  })

  test('creates as long as it was told nothing, whatever the initial values', () => {
    const agent = bandit({ create: 0, skip: 5, epsilon: 1 })
    for (let i = 0; i < 100; i++) expect(agent.decide()).toBe(true)
    expectValues(agent, 0, 5)
  })

  test('chooses at random with probability ε, half of these choices being create', () => {
    const agent = bandit({ epsilon: 0.4, delta: 0, create: 0, skip: 5 })
    agent.decide()
    agent.learn(2)
    let created = 0
    for (let i = 0; i < 20_000; i++) if (agent.decide()) created++
    expect(created / 20_000).toBeCloseTo(0.2, 1)
  })

  test('the same seed gives the same choices, another seed others', () => {
    const choices = (seed: number) => {
      const agent = bandit({ epsilon: 0.5 }, seed)
      return Array.from({ length: 64 }, (_, i) => (step(agent, i === 0 ? 0 : 2) ? 'c' : 's')).join('')
    }
    expect(choices(7)).toBe(choices(7))
    expect(choices(7)).not.toBe(choices(8))
  })

  test('at a place of duplicates it needs 100,000 creations and about two million decisions to converge', () => {
    const agent = bandit()
    let created = 0
    let decisions = 0
    while (agent.converged === undefined && decisions < 5_000_000) {
      decisions++
      if (step(agent, created === 0 ? 0 : 2)) created++
    }
    expect(agent.converged).toBe('skip')
    expect(created).toBeGreaterThan(99_000)
    expect(created).toBeLessThan(101_500)
    expect(decisions / 2e6).toBeCloseTo(1, 1)
  })

  test('at a place that alternates between a unique trace and a duplicate it does not converge', () => {
    const agent = bandit()
    for (let i = 0; i < 10_000; i++) step(agent, i % 2 === 0 ? 0 : 2)
    expect(agent.converged).toBeUndefined()
  })
})
