import { describe, expect, test } from 'vitest'
import { compareInstructions, compareRatios, judge } from '../../bench/support/gate.mjs'

const gates = [{ scenario: 'hot', variant: 'D', against: 'hand' }]

/** Five rounds around a ratio of D to a hand-written monitor, on a machine of some speed. */
const measured = (ratio: number, speed = 1) => {
  const hand = [4, 4.1, 3.9, 4.2, 4].map((ns) => ns * speed)
  const noise = [1, 1.02, 0.98, 1.01, 0.99]
  const results = [
    { variant: 'hand', rounds: hand },
    { variant: 'D', rounds: hand.map((ns, i) => ns * ratio * noise[i]!) },
  ]
  return [{ scenario: 'hot', results }]
}

describe('ratios', () => {
  test('that are what they were pass, however fast the machine is', () => {
    const compared = compareRatios(gates, measured(1.5), measured(1.5, 7))
    expect(compared.map(({ what, worse }) => ({ what, worse }))).toEqual([{ what: 'hot: D / hand', worse: false }])
    expect(judge(compared)).toEqual({ passed: true, text: '1 compared with the last record, 0 worse.' })
  })

  test('that are a little higher pass: times cannot tell', () => {
    expect(judge(compareRatios(gates, measured(1.5), measured(1.6))).passed).toBe(true)
  })

  test('that are much higher fail, and the text says what was and what is', () => {
    expect(judge(compareRatios(gates, measured(1.5), measured(2)))).toEqual({
      passed: false,
      text: 'worse: hot: D / hand 1.50 → 2.00\n1 compared with the last record, 1 worse.',
    })
  })

  test('that are lower pass', () => {
    expect(judge(compareRatios(gates, measured(2), measured(1.5))).passed).toBe(true)
  })

  test('whose rounds scatter widely are not called worse', () => {
    const scattered = measured(2)
    scattered[0]!.results[1]!.rounds[0] = 4
    scattered[0]!.results[1]!.rounds[1] = 4
    scattered[0]!.results[1]!.rounds[2] = 4
    expect(judge(compareRatios(gates, measured(1.5), scattered)).passed).toBe(true)
  })
})

describe('instructions', () => {
  const counted = (perEvent: number, node = 'v20.20.2') => ({
    node,
    counts: [{ scenario: 'hot', variant: 'D', perEvent }],
  })

  test('fail from three in a hundred on', () => {
    expect(judge(compareInstructions(counted(100), counted(102))).passed).toBe(true)
    expect(judge(compareInstructions(counted(100), counted(104)))).toEqual({
      passed: false,
      text: 'worse: hot: instructions of D 100.00 → 104.00\n1 compared with the last record, 1 worse.',
    })
  })

  test('of another version of Node are not compared', () => {
    expect(compareInstructions(counted(100), counted(200, 'v22.0.0'))).toEqual([])
  })
})

test('a gate that compared nothing is not passed', () => {
  const text = 'The gate compared nothing: there is no record to compare with, or none of this version of Node.'
  expect(judge([])).toEqual({ passed: false, text })
  expect(judge(compareRatios(gates, [], measured(1.5)))).toEqual({ passed: false, text })
  expect(judge(compareRatios([{ ...gates[0]!, scenario: 'other' }], measured(1), measured(9)))).toEqual({
    passed: false,
    text,
  })
})
