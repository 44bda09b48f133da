import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeResults, relocate } from '#src/report/merge-results.ts'
import { runs } from '../support/property.ts'
import { ignored, result, statistics, violation } from './sample-results.ts'

const test1 = { runner: 'vitest', file: 'a.test.ts', path: ['one'] }
const test2 = { runner: 'vitest', file: 'b.test.ts', path: ['two'] }

describe('results of shards', () => {
  test('add up, and the same violation counts once', () => {
    const merged = mergeResults([
      result({ violations: [violation({ tests: [test1], count: 2, new: true })], files: ['b.js'] }),
      result({
        exitCode: 1,
        violations: [violation({ tests: [test1, test2], count: 5, instances: 3 }), violation({ line: 9 })],
        notMonitored: [{ what: 'x', why: 'y' }],
        files: ['a.js', 'b.js'],
      }),
    ])
    expect(
      merged.violations.map(({ line, count, instances, tests, new: fresh }) => [line, count, instances, tests, fresh]),
    ).toEqual([
      [3, 7, 4, [test1, test2], null],
      [9, 1, 1, [], null],
    ])
    expect(merged.exitCode).toBe(1)
    expect(merged.processes).toEqual({ monitored: 2, skipped: 0, escaped: 0 })
    expect(merged.stats).toEqual({
      events: 8,
      monitors: 4,
      collected: 0,
      traces: 0,
      uniqueTraces: 0,
      perSpec: {
        'map/no-growth-during-iteration': statistics({ events: 2, monitors: 2 }),
        'stream/no-write-after-end': statistics({ events: 6, monitors: 2, violations: 2 }),
      },
    })
    expect(merged.files).toEqual(['a.js', 'b.js'])
    expect(merged.notMonitored).toEqual([{ what: 'x', why: 'y' }])
  })

  test('events and times that were measured add up', () => {
    const shard = (perEvent: Record<string, number>, time: number) => {
      const { stats, ...rest } = result({})
      return { ...rest, stats: { ...stats, perSpec: { 'a/b': { ...statistics({ events: 3 }), time, perEvent } } } }
    }
    const merged = mergeResults([shard({ open: 2, close: 1 }, 1.5), shard({ open: 3 }, 2)])
    expect(merged.stats.perSpec['a/b']).toEqual({
      ...statistics({ events: 6 }),
      time: 3.5,
      perEvent: { open: 5, close: 1 },
    })
  })

  test('an ignore comment is unused only when no shard that ran its file needed it', () => {
    const unused = (file: string) => ({ file, line: 1, spec: 'a/b' })
    const merged = mergeResults([
      result({ files: ['x.js', 'y.js'], unusedIgnores: [unused('x.js'), unused('y.js')] }),
      result({ files: ['x.js'], unusedIgnores: [], ignored: [ignored({ file: 'x.js' })] }),
    ])
    expect(merged.unusedIgnores).toEqual([unused('y.js')])
    expect(merged.ignored!.length).toBe(1)
  })

  test('what it took is summed over those that know', () => {
    const spent = { command: 100, startUp: 10, weaving: 5 }
    const merged = mergeResults([result({ spent: { ...spent, monitoring: 2 } }), result({ spent }), result()])
    expect(merged.spent).toEqual({ command: 200, startUp: 20, weaving: 10, monitoring: 2 })
  })

  test('a result alone stays what it is', () => {
    const one = result({ ignored: [ignored()], unusedIgnores: [], files: ['a.js'] })
    expect(mergeResults([one])).toEqual(one)
  })

  test('the order does not matter to counts', () => {
    const anyViolation = fc.record({
      spec: fc.constantFrom('stream/no-write-after-end', 'b/c'),
      line: fc.integer({ min: 1, max: 3 }),
      count: fc.nat(9),
    })
    const anyResult = fc
      .array(anyViolation, { maxLength: 4 })
      .map((found) => mergeResults([result({ violations: found.map((details) => violation(details)) })]))
    const counts = (merged: ReturnType<typeof mergeResults>) =>
      merged.violations.map(({ spec, line, count }) => `${spec} ${line} ${count}`).sort()
    fc.assert(
      fc.property(anyResult, anyResult, anyResult, (a, b, c) => {
        expect(counts(mergeResults([a, b, c]))).toEqual(counts(mergeResults([mergeResults([c, a]), b])))
      }),
      runs(200),
    )
  })
})

test('a package of a monorepo is named from the root', () => {
  const moved = relocate(
    result({
      violations: [violation({ tests: [test1] })],
      files: ['src/a.js'],
      unusedIgnores: [{ file: 'src/a.js', line: 1, spec: null }],
    }),
    'packages/a/',
  )
  expect(moved.violations[0]!.file).toBe('packages/a/src/audit-log.js')
  expect(moved.violations[0]!.trace[0]!.file).toBe('packages/a/src/audit-log.js')
  expect(moved.violations[0]!.tests[0]!.file).toBe('packages/a/a.test.ts')
  expect(moved.files).toEqual(['packages/a/src/a.js'])
  expect(moved.unusedIgnores![0]!.file).toBe('packages/a/src/a.js')
})
