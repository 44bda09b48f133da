/** Both front ends give the same compiled spec, and each can be printed as the other. */

import fc from 'fast-check'
import { createJiti } from 'jiti'
import { expect, test } from 'vitest'
import { checkSpec, compileSpec } from '#src/spec/compile-spec.ts'
import { defineSpec } from '#src/spec/define-spec.ts'
import type { SpecDefinition } from '#src/spec/definition.ts'
import type { Diagnostic } from '#src/spec/diagnostic.ts'
import { locateInSource } from '#src/spec/locate-in-source.ts'
import { printJsonSpec, printTypeScriptSpec } from '#src/spec/print-spec.ts'
import { readJsonSpec } from '#src/spec/read-json-spec.ts'
import { runs } from '../support/property.ts'
import { arbitrarySpec } from './arbitrary-spec.ts'
import { comparable } from './comparable.ts'
import { renderedErrorOf } from './rendered.ts'

test('a spec and its JSON print compile to the same, or have the same mistakes', () => {
  let compiled = 0
  fc.assert(
    fc.property(arbitrarySpec, (spec) => {
      const { definition, places } = readJsonSpec(printJsonSpec(spec), 'spec.json')
      expect(definition).toEqual(spec)
      const mistakes = checkSpec(spec).map(withoutSpan)
      expect(checkSpec(definition, places).map(withoutSpan)).toEqual(mistakes)
      if (mistakes.some(({ grade }) => grade === 'error')) return
      compiled += 1
      expect(comparable(compileSpec(definition, places))).toEqual(comparable(compileSpec(spec)))
    }),
    runs(250),
  )
  expect(compiled).toBeGreaterThan(60)
})

function withoutSpan({ grade, code, path, message, remedy }: Diagnostic): Omit<Diagnostic, 'span' | 'notes'> {
  return { grade, code, path, message, remedy }
}

const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false })

/** Runs printed TypeScript as a user's loader would, with `jsmop` replaced by the front end itself. */
function runTypeScript(text: string): SpecDefinition {
  const body = text.replace("import { defineSpec } from 'jsmop'", '')
  const globals = globalThis as { defineSpec?: unknown }
  globals.defineSpec = defineSpec
  try {
    return (jiti.evalModule(body, { filename: '/spec.ts' }) as { default: SpecDefinition }).default
  } finally {
    delete globals.defineSpec
  }
}

test('printed TypeScript defines the same spec', () => {
  fc.assert(
    fc.property(arbitrarySpec, (spec) => {
      expect(runTypeScript(printTypeScriptSpec(spec))).toEqual(spec)
    }),
    runs(30),
  )
})

test('in printed TypeScript every mistake has a place that shows the part in question', () => {
  let examined = 0
  fc.assert(
    fc.property(arbitrarySpec, (spec) => {
      const text = printTypeScriptSpec(spec)
      const places = locateInSource(text, 'spec.ts', spec.id)!
      for (const { span, path } of checkSpec(spec, places)) {
        const last = path
          .replace(/\[\d+\]$/, '')
          .split('.')
          .at(-1)!
        const around = text.slice(text.lastIndexOf('\n', span.start) + 1, text.indexOf('\n', span.end))
        expect(span.source).toBe('spec.ts')
        if (!path.includes('x.y')) expect(around).toContain(last)
        examined += 1
      }
    }),
    runs(200),
  )
  expect(examined).toBeGreaterThan(50)
})

test('any data survives printing as JSON and as TypeScript', () => {
  const base = {
    id: 'a/b',
    description: 'd',
    severity: 'error',
    doc: 'https://e.org',
    events: { e: {} },
    logic: 'raw',
    report: { match: '{v}' },
  } as const
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }), (value, text) => {
      fc.pre(!JSON.stringify(value).includes('-0'))
      const spec: SpecDefinition = { ...base, description: `d${text}`, variables: { v: value } }
      expect(readJsonSpec(printJsonSpec(spec), 'spec.json').definition).toEqual(spec)
      expect(runTypeScript(printTypeScriptSpec(spec))).toEqual(spec)
    }),
    runs(40),
  )
})

test('a key __proto__ survives printing', () => {
  const inner: unknown = JSON.parse('{ "__proto__": { "polluted": true } }')
  const spec = { ...withCode, events: { e: {} }, variables: { inner } }
  const back = runTypeScript(printTypeScriptSpec(spec)).variables!['inner'] as object
  expect(Object.keys(back)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(back)).toBe(Object.prototype)
})

const withCode = {
  id: 'a/b',
  description: 'd',
  severity: 'error',
  doc: 'https://e.org',
  events: {
    e: {
      on: { kind: 'handle' },
      if: function isLate() {
        return true
      },
    },
  },
  logic: 'raw',
  report: { match: 'm' },
} as const

test('a spec with code is not printed', () => {
  expect(renderedErrorOf(() => printJsonSpec(withCode)))
    .toBe(`error: events.e.if is a function, which cannot be printed [spec-has-code]
spec a/b, events.e.if:1:1
  1 | isLate function
    | ^^^^^^^^^^^^^^^
help: Write it as an expression (docs/expressions.md) or as plain data, or keep the spec in TypeScript.`)
  const texts = [new Map(), Number.NaN, -0, 1n, [undefined]].map(
    (v) =>
      renderedErrorOf(() => printTypeScriptSpec({ ...withCode, events: { e: {} }, variables: { v } })).split('\n')[0],
  )
  expect(texts).toEqual([
    'error: variables.v is no plain object, which cannot be printed [spec-has-code]',
    'error: variables.v is the number NaN, which cannot be printed [spec-has-code]',
    'error: variables.v is the number 0, which cannot be printed [spec-has-code]',
    'error: variables.v is a bigint, which cannot be printed [spec-has-code]',
    'error: variables.v[0] is undefined, which cannot be printed [spec-has-code]',
  ])
})

test('printed TypeScript is laid out as a person would', () => {
  const spec: SpecDefinition = {
    report: { match: "it's done" },
    logic: 'ere',
    formula: 'open close',
    id: 'file/x',
    description: 'd',
    severity: 'error',
    doc: 'https://e.org',
    events: {
      open: {
        on: { kind: 'call', target: ['node:fs#openSync', 'node:fs#open'], when: 'returned' },
        bind: { fd: 'result' },
      },
      'x-y': {},
    },
    parameters: { fd: 'value' },
  }
  expect(printTypeScriptSpec(spec)).toBe(`import { defineSpec } from 'jsmop'

export default defineSpec({
  id: 'file/x',
  description: 'd',
  severity: 'error',
  doc: 'https://e.org',
  parameters: { fd: 'value' },
  events: {
    open: {
      on: { kind: 'call', target: ['node:fs#openSync', 'node:fs#open'], when: 'returned' },
      bind: { fd: 'result' },
    },
    'x-y': {},
  },
  logic: 'ere',
  formula: 'open close',
  report: { match: "it's done" },
})
`)
})
