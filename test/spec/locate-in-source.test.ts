import { expect, test } from 'vitest'
import { locateInSource } from '#src/spec/locate-in-source.ts'
import type { Place } from '#src/spec/places.ts'

const source = String.raw`
import { defineSpec } from 'jsmop'
const formula = 'a b'

// defineSpec({ id: 'not/this' }) is a comment
export const other = defineSpec({ id: 'other/one', events: {} })

export default defineSpec({
  id: "the/one", // its id
  'description': 'It\'s so.',
  parameters: { a: 'object' } as const,
  ...shared,
  events: {
    'x.y': {
      on: [{ kind: 'call', target: ["A.b", /* here */ 'C.d'] }],
      if: ({ args }) => /[,}]/.test(String(args[0])) || args.length / 2 > 1,
      bind: { a: 'receiver', },
      action(variables, { key }) { variables[key] = '}'; return ${'`,}${1}`'} },
    },
    z: {},
  },
  formula,
  report: { match: ${'`two\nlines {b}`'} },
})
`

function shown(place: Place, id = 'the/one'): string {
  const span = locateInSource(source, 'spec.ts', id)!(place)
  return source.slice(span.start, span.end)
}

test('parts of a literal are found in the text', () => {
  expect(shown({ path: ['id'] })).toBe('"the/one"')
  expect(shown({ path: ['description'] })).toBe(String.raw`'It\'s so.'`)
  expect(shown({ path: ['description'], key: true })).toBe("'description'")
  expect(shown({ path: ['description'], range: [5, 7] })).toBe('so')
  expect(shown({ path: ['events', 'x.y'], key: true })).toBe("'x.y'")
  expect(shown({ path: ['events', 'x.y', 'on', 0, 'target', 1] })).toBe("'C.d'")
  expect(shown({ path: ['events', 'x.y', 'bind', 'a'] })).toBe("'receiver'")
  expect(shown({ path: ['events', 'z'], key: true })).toBe('z')
  expect(shown({ path: ['report', 'match'], range: [10, 13] })).toBe('{b}')
})

test('code is one part, and what follows it is still found', () => {
  expect(shown({ path: ['events', 'x.y', 'if'] })).toBe(
    '({ args }) => /[,}]/.test(String(args[0])) || args.length / 2 > 1',
  )
  expect(shown({ path: ['events', 'x.y', 'action'], key: true })).toBe('action')
  expect(shown({ path: ['parameters', 'a'] })).toBe("{ a: 'object' } as const")
  expect(shown({ path: ['formula'] })).toBe('formula')
})

test('what does not exist is shown at the nearest part around it', () => {
  expect(shown({ path: ['events', 'x.y', 'bind', 'none'] })).toBe('{')
  expect(shown({ path: ['doc'] })).toBe('{')
})

test('the spec is chosen by its id', () => {
  expect(shown({ path: ['id'] }, 'other/one')).toBe("'other/one'")
  expect(locateInSource(source, 'spec.ts', 'no/such')).toBe(undefined)
  expect(locateInSource('export default defineSpec({ id: name })', 'spec.ts', 'a/b')).toBeTypeOf('function')
  expect(locateInSource('export default {}', 'spec.ts', 'a/b')).toBe(undefined)
})

test('a text that breaks off does not confuse the reader for ever', () => {
  for (let length = 0; length < source.length; length++) locateInSource(source.slice(0, length), 'spec.ts', 'the/one')
  expect(source.length).toBeGreaterThan(500)
})
