import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cut, type Node, rank, root, TraceStore } from '#src/engine/trace/trace-store.ts'
import { runs } from '../support/property.ts'

/** Keys as the tests write them: a letter for the event, a number for the site. */
const words = ['a1', 'a2', 'b1', 'c1']

function keyOf(store: TraceStore, word: string): number {
  return store.key(word.charCodeAt(0), Number(word[1]))
}

function go(store: TraceStore, from: Node, path: string, n = 1): Node {
  return path
    .split(' ')
    .filter((word) => word !== '')
    .reduce((node, word) => store.advance(node, keyOf(store, word), n), from)
}

/** Run-length encoded, so that long runs stay readable: `a1 b1×20`. */
function encode(slice: readonly string[]): string {
  const parts: { word: string; times: number }[] = []
  for (const word of slice) {
    const last = parts.at(-1)
    if (last?.word === word) last.times += 1
    else parts.push({ word, times: 1 })
  }
  return parts.map(({ word, times }) => (times === 1 ? word : `${word}×${times}`)).join(' ')
}

function textOf(store: TraceStore, node: Node): string {
  return store
    .steps(node)
    .map(({ event, site, times }) => `${String.fromCharCode(event)}${site}${times === 1 ? '' : `×${times}`}`)
    .join(' ')
}

function contents(store: TraceStore): Record<string, number> {
  const found: Record<string, number> = {}
  store.each((node, count) => {
    const text = textOf(store, node)
    expect(found[text], `${text} is one node`).toBeUndefined()
    found[text] = count
  })
  return found
}

describe('the trace store', () => {
  test('shares prefixes and counts who ended where', () => {
    const store = new TraceStore()
    store.enter(root, 3)
    go(store, root, 'a1 b1')
    go(store, root, 'a1 b1 a1')
    go(store, root, 'a1')
    expect(contents(store)).toEqual({ a1: 1, 'a1 b1': 1, 'a1 b1 a1': 1 })
    expect(store.size).toBe(4)
  })

  test('keeps the same event at another place, and another event at the same place, apart', () => {
    const store = new TraceStore()
    store.enter(root, 3)
    for (const word of ['a1', 'a2', 'b1']) go(store, root, word)
    expect(contents(store)).toEqual({ a1: 1, a2: 1, b1: 1 })
  })

  test('tells events and sites apart up to the highest that there are', () => {
    const store = new TraceStore()
    const sites = [0, 1, 2 ** 24, 2 ** 27, 2 ** 28 - 1, 2 ** 28, 2 ** 29, 2 ** 29 + 1, 2 ** 30 - 1]
    const pairs = [0, 1, 14, 15, 16, 31].flatMap((event) => sites.map((site) => ({ event, site })))
    const keys = pairs.map(({ event, site }) => store.key(event, site))
    expect(new Set([0, ...keys]).size).toBe(pairs.length + 1)
    expect(pairs.map(({ event, site }) => store.key(event, site))).toEqual(keys)
    const nodes = keys.map((key) => store.advance(root, key, 1))
    expect(nodes.map((node) => store.steps(node))).toEqual(pairs.map((pair) => [{ ...pair, times: 1 }]))
  })

  test('knows paths by events at places of woven files, whatever their numbers', () => {
    const store = new TraceStore()
    const site = 2 ** 28 - 1
    const first = store.advance(root, store.key(14, site), 1)
    store.makeKnown(first)
    expect(store.begin(14, site)).toBe(first)
    const second = store.advance(first, store.key(0, site - 1), 1)
    store.makeKnown(second)
    expect(store.turn(first, 0, site - 1)).toBe(second)
    expect(store.pass(first, 0, site - 1)).toBe(second)
    expect(store.pass(first, 0, site)).toBe(root)
    expect(store.pass(first, 1, site - 1)).toBe(root)
  })

  test('moves a whole group at once, and a clone starts with the slice of its source', () => {
    const store = new TraceStore()
    store.enter(root, 5)
    const at = go(store, root, 'a1 b1', 5)
    store.enter(at, 1)
    go(store, at, 'a2', 2)
    expect(contents(store)).toEqual({ 'a1 b1': 4, 'a1 b1 a2': 2 })
  })

  test('takes a handful of nodes for a run of a million, and its exact length is the identity', () => {
    const store = new TraceStore()
    store.enter(root, 2)
    const long = (times: number) => {
      let node = go(store, root, 'a1')
      const key = keyOf(store, 'b1')
      for (let i = 0; i < times; i += 1) node = store.advance(node, key, 1)
      return node
    }
    long(1_000_000)
    long(999_999)
    expect(contents(store)).toEqual({ 'a1 b1×1000000': 1, 'a1 b1×999999': 1 })
    expect(store.size).toBeLessThan(25)
  })

  test('gives room back when a run catches up with one that is there', () => {
    const store = new TraceStore()
    const key = keyOf(store, 'b1')
    for (let instance = 0; instance < 1000; instance += 1) {
      store.enter(root, 1)
      let node = go(store, root, 'a1')
      for (let i = 0; i < 100; i += 1) node = store.advance(node, key, 1)
    }
    expect(contents(store)).toEqual({ 'a1 b1×100': 1000 })
    expect(store.size).toBeLessThan(25)
  })

  test('keeps a long run that others go on from', () => {
    const store = new TraceStore()
    const run = Array.from({ length: 40 }, () => 'b1').join(' ')
    store.enter(root, 3)
    go(store, root, `a1 ${run} c1`)
    go(store, root, `a1 ${run} b1`)
    go(store, root, `a1 ${run} c1 c1`)
    expect(contents(store)).toEqual({ 'a1 b1×40 c1': 1, 'a1 b1×41': 1, 'a1 b1×40 c1×2': 1 })
  })

  test('holds what the list of all traces holds', () => {
    const steps = fc.array(
      fc.record({
        instance: fc.nat(7),
        word: fc.constantFrom(...words),
        /** Long runs now and then. */
        times: fc.oneof(
          { weight: 6, arbitrary: fc.constant(1) },
          { weight: 1, arbitrary: fc.integer({ min: 1, max: 70 }) },
        ),
        kind: fc.constantFrom('step', 'step', 'step', 'step', 'restart', 'clone', 'together'),
      }),
      { maxLength: 150 },
    )
    let longest = 0
    fc.assert(
      fc.property(steps, (steps) => {
        const store = new TraceStore()
        const instances = Array.from({ length: 8 }, () => ({ node: root, slice: [] as string[] }))
        const ended: string[] = []
        store.enter(root, instances.length)
        for (const { instance, word, times, kind } of steps) {
          const chosen = instances[instance]!
          if (kind === 'restart' || kind === 'clone') {
            const other = instances[(instance + 1) % instances.length]!
            if (chosen.slice.length > 0) ended.push(encode(chosen.slice))
            else store.enter(root, -1)
            chosen.node = kind === 'clone' ? other.node : root
            chosen.slice = kind === 'clone' ? [...other.slice] : []
            store.enter(chosen.node, 1)
            continue
          }
          const moving = kind === 'together' ? instances.filter(({ node }) => node === chosen.node) : [chosen]
          for (let i = 0; i < times; i += 1) {
            const to = store.advance(chosen.node, keyOf(store, word), moving.length)
            for (const each of moving) {
              each.node = to
              each.slice.push(word)
            }
          }
        }
        const expected: Record<string, number> = {}
        for (const text of [...ended, ...instances.map(({ slice }) => encode(slice))])
          if (text !== '') expected[text] = (expected[text] ?? 0) + 1
        expect(contents(store)).toEqual(expected)
        for (const { node, slice } of instances) expect(textOf(store, node)).toBe(encode(slice))
        longest = Math.max(longest, ...instances.map(({ slice }) => slice.length))
      }),
      runs(1500),
    )
    expect(longest).toBeGreaterThan(60)
  })

  test('finds all again after the table was rebuilt many times', () => {
    const store = new TraceStore()
    const paths = Array.from({ length: 20_000 }, (_, i) => [i % 7, i % 1000, i])
    store.enter(root, paths.length * 2)
    const walk = (path: number[]) => path.reduce((node, site) => store.advance(node, store.key(0, site), 1), root)
    const first = paths.map(walk)
    const size = store.size
    expect(paths.map(walk)).toEqual(first)
    expect(store.size).toBe(size)
    expect(store.bytes / store.size).toBeLessThan(60)
  })

  test('ends traces when it is full, and says how many', () => {
    const store = new TraceStore({ limit: 2 })
    store.enter(root, 4)
    const full = go(store, root, 'a1 b1', 2)
    expect(go(store, full, 'c1', 2)).toBe(cut)
    expect(store.advance(cut, keyOf(store, 'a1'), 2)).toBe(cut)
    go(store, root, 'a1')
    expect(contents(store)).toEqual({ 'a1 b1': 2, a1: 1 })
    expect(store.cuts).toBe(2)
  })

  test('knows that a report was made of a prefix', () => {
    const store = new TraceStore()
    store.enter(root, 2)
    const at = go(store, root, 'a1 b1')
    store.markReported(at)
    const after = go(store, at, 'c1')
    expect([at, after, go(store, root, 'a1')].map((node) => store.wasReported(node))).toEqual([true, true, false])
  })
})

describe('tests that produced a trace', () => {
  function testsOf(store: TraceStore): Record<string, number[]> {
    const tests = store.testsByNode()
    const found: Record<string, number[]> = {}
    store.each((node) => {
      if (tests[rank(node)] !== undefined) found[textOf(store, node)] = tests[rank(node)]!
    })
    return found
  }

  test('are those that left an instance with it, not those that passed through', () => {
    const store = new TraceStore()
    store.enter(root, 4)
    store.enterTest(1)
    go(store, root, 'a1')
    store.enterTest(2)
    go(store, root, 'a1 b1')
    store.leaveTest()
    go(store, root, 'a1 c1')
    store.enterTest(3)
    go(store, root, 'a1 b1')
    store.leaveTest()
    expect(testsOf(store)).toEqual({ a1: [1], 'a1 b1': [2, 3] })
  })

  test('stay with the length of the run that they left', () => {
    const store = new TraceStore()
    const run = (n: number) => Array.from({ length: n }, () => 'b1').join(' ')
    store.enter(root, 1)
    store.enterTest(1)
    const node = go(store, root, run(30))
    store.enterTest(2)
    go(store, node, run(5))
    store.enter(root, 1)
    go(store, root, run(30))
    store.leaveTest()
    expect(testsOf(store)).toEqual({ 'b1×30': [1, 2], 'b1×35': [2] })
  })

  test('are exact when instances do not outlive their test', () => {
    const trace = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(fc.array(trace, { maxLength: 6 }), { maxLength: 6 }), (tests) => {
        const store = new TraceStore()
        const expected: Record<string, number[]> = {}
        tests.forEach((traces, i) => {
          store.enterTest(i + 1)
          for (const slice of traces) {
            store.enter(root, 1)
            go(store, root, slice.join(' '))
            const known = (expected[encode(slice)] ??= [])
            if (known.at(-1) !== i + 1) known.push(i + 1)
          }
        })
        store.leaveTest()
        expect(testsOf(store)).toEqual(expected)
      }),
      runs(500),
    )
  })
})
