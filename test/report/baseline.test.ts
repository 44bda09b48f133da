import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareWithBaseline, parseBaseline, printBaseline, updateBaseline } from '#src/report/baseline.ts'
import { fingerprint } from '#src/report/fingerprint.ts'
import { compareResults } from '#src/report/compare-results.ts'
import { isFailing } from '#src/report/judge-result.ts'
import { UserError } from '#src/diagnostics/user-error.ts'
import { ignored, result, violation } from './sample-results.ts'

const cwd = new URL('.', import.meta.url).pathname
/** A file that exists in `cwd`. */
const here = 'sample-results.ts'
const entry = (fingerprint: string, details = {}) => ({
  fingerprint,
  spec: 'stream/no-write-after-end',
  file: here,
  message: 'm',
  places: 1,
  ...details,
})
const found = (fingerprint: string, details = {}) => violation({ fingerprint, file: here, message: 'm', ...details })

describe('what is new', () => {
  test('follows from fingerprints, whatever the lines', () => {
    const { violations, baseline } = compareWithBaseline(
      result({ violations: [found('a', { line: 50 }), found('b')] }),
      { schema: 1, violations: [entry('a')] },
      'known.json',
      cwd,
    )
    expect(violations.map((one) => [one.fingerprint, one.new])).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(baseline).toEqual({ file: 'known.json', gone: [] })
  })

  test('follows from the text of the line where a file got another name', () => {
    const place = { file: path.join(cwd, here), line: 3 }
    const known = entry(fingerprint('stream/no-write-after-end', 'earlier-name.ts', place), { file: 'earlier-name.ts' })
    const run = result({ violations: [found('a', { line: 3 }), found('b', { line: 4 })], files: [here] })
    const { violations, baseline } = compareWithBaseline(run, { schema: 1, violations: [known] }, 'known.json', cwd)
    expect(violations.map((one) => [one.fingerprint, one.new])).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(baseline!.gone).toEqual([])
    // The next baseline has the name that the file has.
    expect(
      updateBaseline(run, { schema: 1, violations: [known] }, cwd).baseline.violations.map((one) => one.file),
    ).toEqual([here, here])
  })

  test('counts lines with the same text: the last ones are new', () => {
    const { violations } = compareWithBaseline(
      result({ violations: [found('a', { line: 9 }), found('a', { line: 3 }), found('a', { line: 5 })] }),
      { schema: 1, violations: [entry('a', { places: 2 })] },
      'known.json',
      cwd,
    )
    expect(violations.map((one) => [one.line, one.new])).toEqual([
      [9, true],
      [3, false],
      [5, false],
    ])
  })
})

describe('what is gone', () => {
  const entries = [
    entry('occurs'),
    entry('mended'),
    entry('ignored'),
    entry('spec not watched', { spec: 'other/spec' }),
    entry('file not loaded', { file: 'baseline.test.ts' }),
    entry('file deleted', { file: 'deleted.ts' }),
  ]
  const run = result({
    violations: [found('occurs')],
    ignored: [ignored({ fingerprint: 'ignored', file: here })],
    files: [here],
  })

  test('was monitored and did not occur', () => {
    const { baseline } = compareWithBaseline(run, { schema: 1, violations: entries }, 'known.json', cwd)
    expect(baseline!.gone.map(({ fingerprint }) => fingerprint)).toEqual(['mended', 'file deleted'])
  })

  test('leaves with an update, and what was not monitored is carried over', () => {
    const { baseline, added, removed } = updateBaseline(
      { ...run, violations: [found('occurs'), found('fresh')] },
      { schema: 1, violations: entries },
      cwd,
    )
    expect(added.map(({ fingerprint }) => fingerprint)).toEqual(['fresh'])
    expect(removed.map(({ fingerprint }) => fingerprint)).toEqual(['mended', 'ignored', 'file deleted'])
    expect(baseline.violations.map(({ fingerprint }) => fingerprint)).toEqual([
      'file not loaded',
      'spec not watched',
      'fresh',
      'occurs',
    ])
    expect(parseBaseline(printBaseline(baseline), 'known.json')).toEqual(baseline)
  })

  test('is unknown when nobody knows which files ran', () => {
    const { files: _, ...unknown } = run
    const { baseline } = compareWithBaseline(unknown, { schema: 1, violations: entries }, 'known.json', cwd)
    expect(baseline!.gone.map(({ fingerprint }) => fingerprint)).toEqual(['file deleted'])
  })
})

test.each([
  ['{', /^known.json cannot be used: it is not JSON: /],
  ['[]', /^known.json cannot be used: it is no baseline of this version of JSMOP$/],
  ['{"schema":2,"violations":[]}', /^known.json cannot be used: it is no baseline of this version of JSMOP$/],
  [
    '{"schema":1,"violations":[{"spec":"a/b"}]}',
    /^known.json cannot be used: entry 1 has no fingerprint, spec, file or number of places$/,
  ],
])('the baseline %s is refused', (text, message) => {
  expect(() => parseBaseline(text, 'known.json')).toThrow(UserError)
  expect(() => parseBaseline(text, 'known.json')).toThrow(message)
})

test('two results are compared by fingerprint, and lines with the same text by number', () => {
  const first = result({ violations: [found('a'), found('a', { line: 8 }), found('b')] })
  const second = result({ violations: [found('a', { line: 70 }), found('c')] })
  const { appeared, gone, stayed } = compareResults(first, second)
  expect(appeared.map(({ fingerprint }) => fingerprint)).toEqual(['c'])
  expect(gone.map(({ fingerprint, line }) => [fingerprint, line])).toEqual([
    ['b', 3],
    ['a', 8],
  ])
  expect(stayed.map(({ line }) => line)).toEqual([70])
})

describe('a run fails', () => {
  const warning = violation({ severity: 'warning' })
  test.each([
    ['error', [violation()], undefined, true],
    ['error', [warning], undefined, false],
    ['warning', [warning], undefined, true],
    ['suggestion', [warning], undefined, true],
    ['never', [violation()], undefined, false],
    ['never', [warning, warning], 1, true],
    ['never', [warning], 1, false],
    ['error', [violation({ new: false })], undefined, false],
    ['error', [violation({ new: true })], undefined, true],
    ['never', [{ ...warning, new: false }, warning], 1, false],
  ] as const)('from %s on with %o and at most %s warnings: %s', (failOn, violations, maxWarnings, fails) => {
    expect(isFailing({ violations }, { failOn, maxWarnings })).toBe(fails)
  })
})
