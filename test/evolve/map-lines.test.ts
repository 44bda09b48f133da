/** Line mapping against a naive longest common subsequence, and suppression against its definition. */

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { judgeViolations, type KnownViolation, lineDigests, LineMapping } from '#src/evolve/known-violations.ts'
import { mapLines } from '#src/evolve/map-lines.ts'
import { runs } from '../support/property.ts'

/** By the table of all prefixes. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0))
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1)
      table[i]![j] = a[i - 1] === b[j - 1] ? table[i - 1]![j - 1]! + 1 : Math.max(table[i - 1]![j]!, table[i]![j - 1]!)
  return table[a.length]![b.length]!
}

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '}', ''), { maxLength: 25 })

test('a mapping is a longest common subsequence', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const pairs = mapLines(before, after)
      for (const [i, [from, to]] of pairs.entries()) {
        expect(before[from]).toBe(after[to])
        if (i > 0) expect(from > pairs[i - 1]![0] && to > pairs[i - 1]![1]).toBe(true)
      }
      expect(pairs.length).toBe(longestCommon(before, after))
    }),
    runs(2000),
  )
})

test('distinct lines map to themselves, whatever was inserted and deleted around them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 60 }), (fates) => {
      const before: string[] = []
      const after: string[] = []
      for (const [i, [wasThere, isThere]] of fates.entries()) {
        if (wasThere) before.push(`line ${i}`)
        if (isThere) after.push(`line ${i}`)
      }
      const expected = before.flatMap((line, i) => (after.includes(line) ? [[i, after.indexOf(line)]] : []))
      expect(mapLines(before, after)).toEqual(expected)
    }),
    runs(500),
  )
})

test('a file of 20,000 lines that was rewritten is mapped in a moment', () => {
  const before = Array.from({ length: 20_000 }, (_, i) => `a${i % 7000}`)
  const after = Array.from({ length: 20_000 }, (_, i) => `${i % 10 === 0 ? 'a' : 'b'}${i % 7000}`)
  expect(mapLines(before, after).length).toBeGreaterThan(1000)
})

const violation = (file: string, line: number, spec = 's'): KnownViolation => ({ spec, file, line, message: 'm' })

function mapping(before: Record<string, string>, after: Record<string, string>): LineMapping {
  return new LineMapping({
    before: Object.fromEntries(Object.entries(before).map(([file, text]) => [file, lineDigests(text)])),
    after: (file) => (after[file] === undefined ? undefined : lineDigests(after[file])),
    added: Object.keys(after).filter((file) => before[file] === undefined),
  })
}

const always = () => true

describe('suppression', () => {
  it('knows a violation whose line moved, was indented, or whose file was renamed', () => {
    const old = { 'a.js': 'one\ntwo\nthree\nfour', 'b.js': 'u\nv\nw' }
    const map = mapping(old, { 'lib/a.js': 'zero\none\n  two\nthree\nfour', 'b.js': 'u\nx\nv\nw' })
    const before = [violation('a.js', 2), violation('b.js', 3)]
    const found = [violation('lib/a.js', 3), violation('b.js', 4), violation('b.js', 2)]
    const { appeared, gone } = judgeViolations({ found, before, mapping: map, monitored: always, affected: always })
    expect([...appeared]).toEqual([found[2]])
    expect(gone).toEqual([])
  })

  it('shows a violation of another spec on a line that broke one before', () => {
    const map = mapping({ 'a.js': 'one' }, { 'a.js': 'one' })
    const found = [violation('a.js', 1, 't')]
    const { appeared } = judgeViolations({
      found,
      before: [violation('a.js', 1)],
      mapping: map,
      monitored: always,
      affected: always,
    })
    expect([...appeared]).toEqual(found)
  })

  it('carries what was not monitored over to its line in this version, and gives up what was looked for', () => {
    const map = mapping({ 'a.js': 'one\ntwo' }, { 'a.js': 'zero\none\ntwo' })
    const before = [violation('a.js', 1), violation('a.js', 2, 't')]
    const monitored = ({ spec }: KnownViolation) => spec === 't'
    const judged = judgeViolations({ found: [], before, mapping: map, monitored, affected: always })
    expect(judged.known).toEqual([violation('a.js', 2)])
    expect(judged.gone).toEqual([violation('a.js', 3, 't')])
  })

  it('takes what comes or goes without a change for flaky', () => {
    const map = mapping({ 'a.js': 'one\ntwo' }, { 'a.js': 'one\ntwo' })
    const found = [violation('a.js', 2)]
    const judged = judgeViolations({
      found,
      before: [violation('a.js', 1)],
      mapping: map,
      monitored: always,
      affected: () => false,
    })
    expect([...judged.appeared]).toEqual([])
    expect([...judged.flaky]).toEqual(found)
    expect(judged.known).toEqual([
      { ...violation('a.js', 2), flaky: true },
      { ...violation('a.js', 1), flaky: true },
    ])
  })

  it('is exact on random versions whose lines are all different', () => {
    const version = fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 15 })
    fc.assert(
      fc.property(version, fc.array(fc.nat(14)), fc.array(fc.nat(14)), (all, was, is) => {
        const sorted = [...all].sort((a, b) => a - b)
        const before = sorted.filter((_, i) => i % 3 !== 0)
        const after = sorted.filter((_, i) => i % 4 !== 0)
        const text = (lines: number[]) => lines.map((line) => `line ${line}`).join('\n')
        const old = [...new Set(was)].filter((i) => i < before.length).map((i) => violation('a', i + 1))
        const found = [...new Set(is)].filter((i) => i < after.length).map((i) => violation('a', i + 1))
        const map = mapping({ a: text(before) }, { a: text(after) })
        const { appeared } = judgeViolations({ found, before: old, mapping: map, monitored: always, affected: always })
        const expected = found.filter(({ line }) => !old.some((known) => before[known.line - 1] === after[line - 1]))
        expect([...appeared]).toEqual(expected)
      }),
      runs(300),
    )
  })
})
