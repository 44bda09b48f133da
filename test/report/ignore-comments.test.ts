import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { finishResult, type IgnoreRule } from '#src/report/finish-result.ts'
import { covers, readIgnoreComments } from '#src/report/ignore-comments.ts'
import { matchPath } from '#src/report/match-path.ts'
import type { Result } from '#src/report/result.ts'
import { runs } from '../support/property.ts'
import { result, violation } from './sample-results.ts'

/** The lines on which a spec is ignored, by the first comment that covers each. */
function ignoredLines(text: string, spec: string): number[] {
  const comments = readIgnoreComments(text)
  return text
    .split('\n')
    .map((_, index) => index + 1)
    .filter((line) => comments.some((comment) => covers(comment, spec, line)))
}

describe('comments', () => {
  test('for the line below', () => {
    const text = ['one()', '// jsmop-ignore-next-line a/b -- known to the team', 'two()', 'three()'].join('\n')
    expect(ignoredLines(text, 'a/b')).toEqual([3])
    expect(ignoredLines(text, 'a/c')).toEqual([])
    expect(readIgnoreComments(text)).toEqual([
      { kind: 'next-line', line: 2, spec: 'a/b', reason: 'known to the team', from: 3, to: 3 },
    ])
  })

  test('stand above each other, name several specs, or all', () => {
    const text = [
      '// jsmop-ignore-next-line a/b',
      '// jsmop-ignore-next-line c/d, e/f -- why',
      'x()',
      '',
      '/* jsmop-ignore-next-line */',
      'y()',
    ].join('\n')
    expect(ignoredLines(text, 'a/b')).toEqual([3, 6])
    expect(ignoredLines(text, 'c/d')).toEqual([3, 6])
    expect(ignoredLines(text, 'e/f')).toEqual([3, 6])
    expect(ignoredLines(text, 'g/h')).toEqual([6])
  })

  test('for a block, which ends with its end or the file', () => {
    const text = [
      '/* jsmop-ignore-start a/b -- legacy */',
      'x()',
      '/* jsmop-ignore-start c/d */',
      'y()',
      '/* jsmop-ignore-end a/b */',
      'z()',
    ].join('\n')
    expect(ignoredLines(text, 'a/b')).toEqual([1, 2, 3, 4, 5])
    expect(ignoredLines(text, 'c/d')).toEqual([3, 4, 5, 6])
  })

  test('for a file, over several lines, in JSX', () => {
    const text = [
      '<p>',
      '{/* jsmop-ignore-next-line a/b */}',
      '<X/>',
      '/*',
      ' jsmop-ignore-file c/d',
      '   -- generated',
      '*/',
    ].join('\n')
    expect(ignoredLines(text, 'a/b')).toEqual([3])
    expect(ignoredLines(text, 'c/d')).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(readIgnoreComments(text)[1]?.reason).toBe('generated')
  })

  test('other comments, strings and longer words are none', () => {
    const text = ['// see jsmop-ignore-next-line', "'jsmop-ignore-file'", '// jsmop-ignore-next-lines a/b', 'x()'].join(
      '\n',
    )
    expect(readIgnoreComments(text)).toEqual([])
  })

  test('lines of Windows and any other text are read', () => {
    expect(ignoredLines('// jsmop-ignore-next-line a/b -- why\r\nx()\r\ny()', 'a/b')).toEqual([2])
    const pieces = fc.constantFrom(
      '/* jsmop-ignore-start a/b */',
      '/* jsmop-ignore-end */',
      '// jsmop-ignore-next-line',
      '/* jsmop-ignore-file',
      '*/',
      '\n',
      'x',
      ' -- ',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        for (const { from, to, line } of readIgnoreComments(text)) {
          expect(from).toBeGreaterThanOrEqual(1)
          expect(to).toBeGreaterThanOrEqual(from)
          expect(line).toBeLessThanOrEqual(text.split('\n').length)
        }
      }),
      runs(500),
    )
  })
})

test.each([
  ['src/**', 'src/a/b.js', true],
  ['src/**/*.js', 'src/b.js', true],
  ['src/**/*.js', 'src/a/b.ts', false],
  ['src', 'src/a/b.js', true],
  ['src', 'src2/a.js', false],
  ['./src/', 'src/a.js', true],
  ['*.js', 'a.js', true],
  ['*.js', 'src/a.js', false],
  ['**/*.{test,spec}.ts', 'a/b/c.spec.ts', true],
  ['**/*.{test,spec}.ts', 'c.other.ts', false],
  ['src/a?.js', 'src/ab.js', true],
  ['src/a+(b).js', 'src/a+(b).js', true],
])('the pattern %s on %s: %s', (pattern, file, matches) => {
  expect(matchPath(pattern, file)).toBe(matches)
})

describe('a result', () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'jsmop-ignore-'))
  afterAll(() => rmSync(cwd, { recursive: true }))

  function finish(found: Partial<Result>, files: Record<string, string>, ignore: readonly IgnoreRule[] = []): Result {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true })
      writeFileSync(path.join(cwd, file), text)
    }
    return finishResult(result(found), {
      cwd,
      baseline: 'none.json',
      ignore,
      redact: ['secret-\\d+'],
      configuration: 'jsmop.config.ts',
    })
  }

  test('leaves out what a comment on the original source ignores, and keeps the reason', () => {
    const text = '// jsmop-ignore-next-line stream/no-write-after-end -- the reader is gone\nlog.write()\nlog.write()\n'
    const { violations, ignored, stats } = finish(
      { violations: [violation({ file: 'a.js', line: 2 }), violation({ file: 'a.js', line: 3 })] },
      { 'a.js': text },
    )
    expect(violations.map(({ line }) => line)).toEqual([3])
    expect(ignored!.map((found) => [found.line, found.ignored])).toEqual([
      [2, { by: 'comment', file: 'a.js', line: 1, reason: 'the reader is gone' }],
    ])
    expect(stats.perSpec['stream/no-write-after-end']!.violations).toBe(0)
  })

  test('leaves out what the configuration ignores by path', () => {
    const { violations, ignored } = finish(
      { violations: [violation({ file: 'legacy/a.js' }), violation({ file: 'src/a.js' })] },
      {},
      [
        { files: ['legacy/**'], specs: ['other/spec'] },
        { files: ['legacy/**'], reason: 'goes away' },
      ],
    )
    expect(violations.map(({ file }) => file)).toEqual(['src/a.js'])
    expect(ignored!.map((found) => found.ignored)).toEqual([
      { by: 'configuration', file: 'jsmop.config.ts', line: 0, reason: 'goes away' },
    ])
  })

  test('has nothing in it that is not to be written, but keeps what results are compared by', () => {
    const { violations, command } = finish(
      {
        command: ['deploy', '--token=secret-123'],
        violations: [violation({ message: 'wrote secret-77', fingerprint: 'secret-1', file: 'src/secret-9/a.js' })],
      },
      {},
    )
    expect(command).toEqual(['deploy', '--token=***'])
    expect(violations.map(({ message, fingerprint, file }) => [message, fingerprint, file])).toEqual([
      ['wrote ***', 'secret-1', 'src/***/a.js'],
    ])
  })

  test('names comments that nothing needed, only in files that ran and of specs that were watched', () => {
    const text =
      '// jsmop-ignore-next-line stream/no-write-after-end\nx()\n// jsmop-ignore-next-line not/watched\ny()\n/* jsmop-ignore-start */ z() /* jsmop-ignore-end */'
    const { unusedIgnores } = finish(
      { violations: [], files: ['ran.js', 'node_modules/x/index.js'] },
      { 'ran.js': text, 'idle.js': text, 'node_modules/x/index.js': text },
    )
    expect(unusedIgnores).toEqual([
      { file: 'ran.js', line: 1, spec: 'stream/no-write-after-end' },
      { file: 'ran.js', line: 5, spec: null },
    ])
  })
})
