/**
 * Prints a definition as JSON or as TypeScript, so that a spec can move from one front end to the other. Only data can be
 * printed: a spec with functions, or with variables that JSON cannot hold, is refused with the places that stand in the way.
 */

import { UserError } from '../diagnostics/user-error.ts'
import type { SpecDefinition } from './definition.ts'
import { type Path, pathText, placesInDefinition } from './places.ts'

/** Longest line of printed text. */
const width = 120

/** Fields in the order in which a reader wants them; the others follow. */
const order = [
  '$schema',
  'id',
  'description',
  'severity',
  'doc',
  'preset',
  'falseAlarms',
  'parameters',
  'variables',
  'options',
  'events',
  'end',
  'logic',
  'formula',
  'report',
]

export function printJsonSpec(definition: SpecDefinition): string {
  const plain = asData(definition)
  return `${print({ $schema: './node_modules/jsmop/dist/spec.schema.json', ...plain }, json, 0)}\n`
}

export function printTypeScriptSpec(definition: SpecDefinition): string {
  return `import { defineSpec } from 'jsmop'\n\nexport default defineSpec(${print(asData(definition), typeScript, 0)})\n`
}

/** The definition with its fields in order and without absent ones. */
function asData(definition: SpecDefinition): Record<string, unknown> {
  const found = notData(definition, [])
  if (found !== undefined) {
    const { path, what } = found
    throw new UserError({
      code: 'spec-has-code',
      message: `${pathText(path)} is ${what}, which cannot be printed`,
      span: placesInDefinition(definition)({ path }),
      remedy: 'Write it as an expression (docs/expressions.md) or as plain data, or keep the spec in TypeScript.',
    })
  }
  const rank = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length)
  const entries = Object.entries(definition).filter(([key]) => key !== '$schema')
  return Object.fromEntries(entries.sort(([a], [b]) => rank(a) - rank(b)))
}

/** The first part that JSON cannot hold. */
function notData(value: unknown, path: Path): { path: Path; what: string } | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)) return undefined
  if (typeof value === 'object') {
    if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) {
      return { path, what: 'no plain object' }
    }
    // An absent field may be undefined; an element may not.
    const entries: [string | number, unknown][] = Array.isArray(value)
      ? [...value.entries()]
      : Object.entries(value).filter(([, part]) => part !== undefined)
    for (const [key, part] of entries) {
      const found = notData(part, [...path, key])
      if (found !== undefined) return found
    }
    return undefined
  }
  return {
    path,
    what: typeof value === 'number' ? `the number ${value}` : value === undefined ? 'undefined' : `a ${typeof value}`,
  }
}

interface Syntax {
  readonly key: (name: string) => string
  readonly text: (value: string) => string
  /** Ends the last line of a list that takes several. */
  readonly trailing: string
}

const json: Syntax = { key: (name) => JSON.stringify(name), text: (value) => JSON.stringify(value), trailing: '' }

const typeScript: Syntax = {
  // `__proto__: x` in a literal would set the prototype.
  key: (name) =>
    name === '__proto__' ? `['__proto__']` : /^[A-Za-z_$][\w$]*$/.test(name) ? name : typeScript.text(name),
  text: (value) => {
    const escaped = JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
    return value.includes("'") && !value.includes('"')
      ? JSON.stringify(value)
      : `'${escaped.replaceAll("'", String.raw`\'`)}'`
  },
  trailing: ',',
}

/** On one line where it fits behind `before` characters, otherwise one entry a line; the whole spec always the latter. */
function print(value: unknown, syntax: Syntax, indent: number, before = 0): string {
  const line = printFlat(value, syntax)
  const entries = entriesOf(value, syntax)
  const fits = indent > 0 && indent + before + line.length < width
  if (fits || entries === undefined || entries.length === 0) return line
  const inner = indent + 2
  const lines = entries.map(([key, part]) => `${' '.repeat(inner)}${key}${print(part, syntax, inner, key.length)}`)
  const body = `\n${lines.join(',\n')}${syntax.trailing}\n${' '.repeat(indent)}`
  return Array.isArray(value) ? `[${body}]` : `{${body}}`
}

function printFlat(value: unknown, syntax: Syntax): string {
  const entries = entriesOf(value, syntax)
  if (entries === undefined) return typeof value === 'string' ? syntax.text(value) : JSON.stringify(value)
  const flat = entries.map(([key, part]) => key + printFlat(part, syntax)).join(', ')
  if (Array.isArray(value)) return `[${flat}]`
  return flat === '' ? '{}' : `{ ${flat} }`
}

/** What stands before each part of an object or list, and the part; undefined for other values. */
function entriesOf(value: unknown, syntax: Syntax): [string, unknown][] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return value.map((item: unknown) => ['', item])
  const present = Object.entries(value).filter(([, part]) => part !== undefined)
  return present.map(([name, part]) => [`${syntax.key(name)}: `, part])
}
