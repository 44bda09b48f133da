import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeFrame, positionAt } from '#src/diagnostics/code-frame.ts'
import { nearestName } from '#src/diagnostics/nearest-name.ts'
import { renderError } from '#src/diagnostics/render-error.ts'
import { UserError } from '#src/diagnostics/user-error.ts'

test('a frame names the place and underlines it', () => {
  expect(codeFrame({ source: 'formula', text: 'create naxt*', start: 7, end: 11 })).toBe(
    ['formula:1:8', '  1 | create naxt*', '    |        ^^^^'].join('\n'),
  )
})

test('a span over several lines is underlined to the end of its first', () => {
  const text = 'first\n\tsecond line\nthird'
  expect(codeFrame({ source: 'a.json', text, start: 7, end: 24 })).toBe(
    ['a.json:2:2', '  2 | \tsecond line', '    | \t^^^^^^^^^^^'].join('\n'),
  )
})

test('the end of a text can be marked', () => {
  expect(codeFrame({ source: 'formula', text: 'a (', start: 3, end: 3 })).toBe(
    ['formula:1:4', '  1 | a (', '    |    ^'].join('\n'),
  )
})

test('an error shows message, place, notes and remedy', () => {
  const text = 'a b'
  const error = new UserError({
    code: 'some-code',
    message: 'b is not known',
    span: { source: 'formula', text, start: 2, end: 3 },
    notes: [{ message: 'a is', span: { source: 'formula', text, start: 0, end: 1 } }],
    remedy: 'Use a.',
  })
  expect(renderError(error)).toBe(
    [
      'error: b is not known [some-code]',
      'formula:1:3',
      '  1 | a b',
      '    |   ^',
      'note: a is',
      'formula:1:1',
      '  1 | a b',
      '    | ^',
      'help: Use a.',
    ].join('\n'),
  )
})

test('of a very long line only what is near the place is shown', () => {
  const text = 'a '.repeat(5000)
  const frame = (start: number) => codeFrame({ source: 'formula', text, start, end: start + 1 }).split('\n')
  const [place, line, mark] = frame(6000)
  expect(place).toBe('formula:1:6001')
  expect(line).toBe(`  1 | …${'a '.repeat(100)}…`)
  expect(mark).toBe(`    | ${' '.repeat(81)}^`)
  expect(frame(0).slice(1)).toEqual([`  1 | ${'a '.repeat(100)}…`, '    | ^'])
  expect(frame(9999).slice(1)).toEqual([`  1 | …${'a '.repeat(100)}`, `    | ${' '.repeat(200)}^`])
})

test('positions count lines and columns from one', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z\u{1F600}]{0,5}$/u)), fc.nat(), (lines, seed) => {
      const text = lines.join('\n')
      const offset = text.length === 0 ? 0 : seed % (text.length + 1)
      const { line, column } = positionAt(text, offset)
      const before = text.slice(0, offset).split('\n')
      expect({ line, column }).toEqual({ line: before.length, column: before.at(-1)!.length + 1 })
    }),
  )
})

test('a misspelt name finds the one that was meant, and a strange one finds none', () => {
  const known = ['create', 'modify', 'next']
  expect(nearestName('naxt', known)).toBe('next')
  expect(nearestName('craete', known)).toBe('create')
  expect(nearestName('destroy', known)).toBe(undefined)
  expect(nearestName('x', known)).toBe(undefined)
})
