import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkStructure } from '#src/spec/check-structure.ts'
import type { SpecDefinition } from '#src/spec/definition.ts'
import { Findings } from '#src/spec/diagnostic.ts'
import { placesInDefinition } from '#src/spec/places.ts'
import { readJson } from '#src/spec/read-json.ts'
import { readJsonSpec } from '#src/spec/read-json-spec.ts'
import { specSchema } from '#src/spec/spec-schema.ts'
import { runs } from '../support/property.ts'
import { arbitrarySpec } from './arbitrary-spec.ts'
import { renderedErrorOf } from './rendered.ts'

describe('the JSON reader', () => {
  test('reads what JSON.parse reads, and knows where it stands', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const read = readJson(text, 'x.json')
        expect(read.value).toEqual(JSON.parse(text))
        expect(text.slice(read.tree.start, read.tree.end)).toBe(text.trim())
      }),
      runs(500),
    )
  })

  test('rejects what JSON.parse rejects', () => {
    let rejected = 0
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(),
        fc.constantFrom('', '"', '{', ']', ',', ':', '1', 'x', '\\', '.', '-'),
        (value, at, insert) => {
          const text = JSON.stringify(value)
          const place = at % (text.length + 1)
          const broken = text.slice(0, place) + insert + text.slice(place + (insert === '' ? 1 : 0))
          // The reader accepts a comma before a closing bracket; JSON.parse does not.
          fc.pre(!/,\s*[}\]]/.test(broken))
          let valid = true
          try {
            JSON.parse(broken)
          } catch {
            valid = false
          }
          const error = renderedErrorOf(() => readJson(broken, 'x.json'))
          if (error.includes('stands twice')) return
          expect([error === 'no error', broken]).toEqual([valid, broken])
          if (!valid) rejected += 1
        },
      ),
      runs(1500),
    )
    expect(rejected).toBeGreaterThan(300)
  })

  test('accepts comments, trailing commas and a byte order mark', () => {
    const text = '\uFEFF// a spec\n{ "a": [1, 2,], /* b */ "b": { "c": null, }, }\n'
    expect(readJson(text, 'x.json').value).toEqual({ a: [1, 2], b: { c: null } })
  })

  test('a key __proto__ is an ordinary key', () => {
    const { value } = readJson('{ "__proto__": { "polluted": true } }', 'x.json')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value as object)).toEqual(['__proto__'])
  })

  const mistakes: [string, string][] = [
    [
      '{ "a": 1 "b": 2 }',
      `error: expected \`,\` or \`}\` but found \`"\` [bad-json]
x.json:1:10
  1 | { "a": 1 "b": 2 }
    |          ^
help: Compare with the JSON around this place.`,
    ],
    [
      "{ 'a': 1 }",
      `error: expected a key in double quotes or \`}\` but found \`'a'\` [bad-json]
x.json:1:3
  1 | { 'a': 1 }
    |   ^^^
help: JSON strings stand in double quotes.`,
    ],
    [
      '{ "a": "b\n" }',
      `error: the string does not end on its line [bad-json]
x.json:1:8
  1 | { "a": "b
    |        ^^
help: Close it with \`"\`; write \`\\n\` for a line break, \`\\t\` for a tab and \`\\\\\` for a backslash.`,
    ],
    [
      String.raw`["\q"]`,
      `error: the string holds a control character or an unknown escape [bad-json]
x.json:1:2
  1 | ["\\q"]
    |  ^^^^
help: Close it with \`"\`; write \`\\n\` for a line break, \`\\t\` for a tab and \`\\\\\` for a backslash.`,
    ],
    [
      '{\n  "id": 1,\n  "id": 2\n}',
      `error: the key "id" stands twice in one object [bad-json]
x.json:3:3
  3 |   "id": 2
    |   ^^^^
note: the first one
x.json:2:3
  2 |   "id": 1,
    |   ^^^^
help: Remove or rename one of them.`,
    ],
    [
      '{}}',
      `error: expected the end of the file but found \`}\` [bad-json]
x.json:1:3
  1 | {}}
    |   ^
help: Compare with the JSON around this place.`,
    ],
    [
      '',
      `error: expected a value but found the end of the file [bad-json]
x.json:1:1
  1 | 
    | ^
help: Compare with the JSON around this place.`,
    ],
  ]
  test.each(mistakes)('explains %j', (text, error) => {
    expect(renderedErrorOf(() => readJson(text, 'x.json'))).toBe(error)
  })

  test('deep nesting is a mistake, not a crash', () => {
    expect(renderedErrorOf(() => readJson('['.repeat(100_000), 'x.json')).split('\n')[0]).toBe(
      'error: more than 100 levels of nesting [bad-json]',
    )
  })

  test('a huge text is a mistake, not a crash', () => {
    const longest = `"${String.raw`\n`.repeat(499_999)}"`
    expect(longest).toHaveLength(1_000_000)
    expect(readJson(longest, 'x.json').value).toHaveLength(499_999)
    expect(renderedErrorOf(() => readJson(`${longest} `, 'x.json')).split('\n')[0]).toBe(
      'error: 1000001 characters, more than 1000000 [bad-json]',
    )
  })
})

test('a JSON spec with a mistake in its structure is not read', () => {
  expect(renderedErrorOf(() => readJsonSpec('[]', 'x.json'))).toBe(`error: a spec cannot be a list [wrong-value]
x.json:1:1
  1 | []
    | ^^
help: Give an object.`)
})

/** A place in a JSON value where something can be changed. */
type Slot = [holder: Record<string, unknown> | unknown[], key: string | number]

function slotsOf(value: unknown): Slot[] {
  if (typeof value !== 'object' || value === null) return []
  const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key): Slot[] => [
    [value as Record<string, unknown>, key],
    ...slotsOf((value as Record<string | number, unknown>)[key]),
  ])
}

const replacement = fc.constantFrom<unknown>(
  null,
  1,
  true,
  '',
  'x',
  'raw',
  'ere',
  'a/b',
  'A b',
  'arg10',
  'arg1.b',
  'receiver',
  'call',
  'collect',
  'end',
  'handle',
  'object',
  [],
  ['x'],
  {},
  { x: 'value' },
  { kind: 'end', of: 'test' },
  [{ kind: 'handle' }],
  'https://e.org',
  '__proto__',
)
const mutation = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('delete', 'replace', 'add', 'rename'),
  value: replacement,
  key: fc.constantFrom('extra', 'on', 'bind', 'if', 'key', 'my-key', '', 'formula', 'kind', 'a b'),
})

function mutate(
  spec: SpecDefinition,
  mutations: readonly { at: number; how: string; value: unknown; key: string }[],
): unknown {
  const copy: unknown = structuredClone(spec)
  for (const { at, how, value, key } of mutations) {
    const slots = slotsOf(copy)
    const [holder, name] = slots[at % slots.length]!
    const record = holder as Record<string | number, unknown>
    if (how === 'replace') record[name] = structuredClone(value)
    else if (how === 'add' && !Array.isArray(holder)) record[key] = structuredClone(value)
    else if (how === 'rename' && !Array.isArray(holder)) {
      record[key] = record[name]
      delete record[name]
    } else if (Array.isArray(holder)) holder.splice(Number(name), 1)
    else delete record[name]
  }
  return copy
}

test('the published schema and the checker accept and reject the same', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false })
  ajv.addVocabulary(['patternErrorMessage'])
  const validate = ajv.compile(JSON.parse(JSON.stringify(specSchema)) as object)
  const counts = { accepted: 0, rejected: 0 }
  fc.assert(
    fc.property(arbitrarySpec, fc.array(mutation, { maxLength: 3 }), (spec, mutations) => {
      const changed = mutate(spec, mutations)
      const accepted = validate(changed)
      const findings = new Findings(placesInDefinition(changed as SpecDefinition))
      checkStructure(changed as SpecDefinition, findings)
      expect([findings.failed, changed]).toEqual([!accepted, changed])
      counts[accepted ? 'accepted' : 'rejected'] += 1
    }),
    runs(1500),
  )
  expect(counts.accepted).toBeGreaterThan(200)
  expect(counts.rejected).toBeGreaterThan(200)
})
