/**
 * First pass of the spec compiler: the definition against `spec-schema.ts`. A small interpreter of the part of JSON Schema
 * that the schema is written in; it was chosen over a validator library because its errors are for people (one for each
 * mistake, at the key or the value, with the nearest known name), need no generated code, and cost no start-up time. A
 * property test holds it to the verdicts of such a library.
 */

import { nearestName } from '../diagnostics/nearest-name.ts'
import type { SpecDefinition } from './definition.ts'
import type { Findings } from './diagnostic.ts'
import { type Path, pathText } from './places.ts'
import { type Schema, specSchema } from './spec-schema.ts'

export function checkStructure(definition: SpecDefinition, findings: Findings): void {
  checkValue(withoutCode(definition), specSchema, [], findings)
}

/** Functions of a TypeScript spec are outside the schema: each is replaced by the least text that may stand there. */
function withoutCode(definition: SpecDefinition): unknown {
  if (!isRecord(definition)) return definition
  const { handler, confirm, events, ...rest } = definition as unknown as Record<string, unknown>
  const event = (value: unknown): unknown => {
    if (!isRecord(value)) return value
    const pointcut = (on: unknown): unknown => (isRecord(on) ? { ...on, if: asText(on['if']) } : on)
    const on = value['on']
    return {
      ...value,
      if: asText(value['if']),
      action: typeof value['action'] === 'function' ? {} : value['action'],
      on: Array.isArray(on) ? on.map(pointcut) : pointcut(on),
    }
  }
  const plain = isRecord(events)
    ? Object.fromEntries(Object.entries(events).map(([name, value]) => [name, event(value)]))
    : events
  const own = (code: unknown): unknown => (typeof code === 'function' ? undefined : code)
  return { ...rest, events: plain, handler: own(handler), confirm: own(confirm) }
}

function asText(condition: unknown): unknown {
  return typeof condition === 'function' ? 'true' : condition
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Properties that are there; one with the value undefined is not. */
function entriesOf(value: Record<string, unknown>): [string, unknown][] {
  return Object.entries(value).filter(([, part]) => part !== undefined)
}

function resolve(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : specSchema.$defs![schema.$ref.slice('#/$defs/'.length)]!
}

function hasType(value: unknown, type: Schema['type']): boolean {
  if (type === 'object') return isRecord(value)
  return type === 'array' ? Array.isArray(value) : typeof value === type
}

/** The schema's verdict. A `$ref` stands alone but for a description. */
function matches(value: unknown, reference: Schema): boolean {
  const schema = resolve(reference)
  if (schema.type !== undefined && !hasType(value, schema.type)) return false
  if (schema.const !== undefined && value !== schema.const) return false
  if (schema.enum !== undefined && !schema.enum.some((choice) => choice === value)) return false
  if (schema.anyOf !== undefined && !schema.anyOf.some((branch) => matches(value, branch))) return false
  if (schema.if !== undefined && !matches(value, schema.if) && !matches(value, schema.else!)) return false
  if (typeof value === 'string') {
    if (value.length < (schema.minLength ?? 0)) return false
    return schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value)
  }
  if (Array.isArray(value)) {
    return value.length >= (schema.minItems ?? 0) && value.every((item) => matches(item, schema.items ?? {}))
  }
  if (!isRecord(value)) return true
  const entries = entriesOf(value)
  if (entries.length < (schema.minProperties ?? 0) || entries.length > (schema.maxProperties ?? Infinity)) return false
  if ((schema.required ?? []).some((key) => value[key] === undefined || !Object.hasOwn(value, key))) return false
  return entries.every(([key, part]) => {
    if (schema.propertyNames !== undefined && !matches(key, schema.propertyNames)) return false
    const inner = propertySchema(schema, key)
    return inner !== false && matches(part, inner)
  })
}

function propertySchema(schema: Schema, key: string): Schema | false {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, key)) return schema.properties[key]!
  return schema.additionalProperties ?? {}
}

/** Says what keeps a value from matching; nothing when it matches. */
function checkValue(value: unknown, reference: Schema, path: Path, findings: Findings): void {
  if (matches(value, reference)) return
  const schema = nearestBranch(value, resolve(reference))
  const what = path.length === 0 ? 'a spec' : `\`${pathText(path)}\``
  const wrong = (found: string, remedy: string): void =>
    findings.error('wrong-value', { path }, `${what} ${found}`, remedy)
  if (schema.anyOf !== undefined) {
    wrong(`cannot be ${kindOf(value)}`, `Give ${expected(schema)}.`)
  } else if (
    (schema.enum !== undefined && !schema.enum.some((choice) => choice === value)) ||
    !fitsType(value, schema)
  ) {
    const near = typeof value === 'string' && schema.enum !== undefined ? nearestName(value, schema.enum) : undefined
    wrong(
      `cannot be ${typeof value === 'string' ? JSON.stringify(value) : kindOf(value)}`,
      near === undefined ? `Give ${expected(schema)}.` : `Did you mean "${near}"? It can be ${listed(schema.enum!)}.`,
    )
  } else if (typeof value === 'string') {
    const empty = value === '' || schema.pattern === undefined
    wrong(empty ? 'is empty' : `cannot be ${JSON.stringify(value)}`, schema.patternErrorMessage ?? 'Give it a text.')
  } else if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) wrong('is an empty list', 'Give at least one.')
    for (const [i, item] of value.entries()) checkValue(item, schema.items ?? {}, [...path, i], findings)
  } else if (isRecord(value)) {
    checkRecord(value, schema, path, findings)
  }
}

function checkRecord(value: Record<string, unknown>, schema: Schema, path: Path, findings: Findings): void {
  const entries = entriesOf(value)
  const here = path.length === 0 ? 'the spec' : `\`${pathText(path)}\``
  const required = [
    ...(schema.required ?? []),
    ...(schema.if !== undefined && !matches(value, schema.if) ? (schema.else!.required ?? []) : []),
  ]
  for (const key of required) {
    if (entries.some(([present]) => present === key)) continue
    const { description } = resolve(schema.properties?.[key] ?? {})
    findings.error(
      'missing-field',
      { path },
      `${here} has no \`${key}\``,
      `Add \`${key}\`: ${schema.properties?.[key]?.description ?? description ?? 'it is required'}`,
    )
  }
  if (entries.length < (schema.minProperties ?? 0)) {
    findings.error('wrong-value', { path }, `${here} is empty`, 'Give at least one.')
  }
  if (entries.length > (schema.maxProperties ?? Infinity)) {
    findings.error(
      'too-many-parameters',
      { path },
      `${here} has ${entries.length} entries, more than ${schema.maxProperties}`,
      'Split the spec, or leave out a parameter that the rule does not need.',
    )
  }
  for (const [key, part] of entries) {
    const at = [...path, key]
    const inner = propertySchema(schema, key)
    if (inner === false) {
      const near = nearestName(key, Object.keys(schema.properties!))
      findings.error(
        'unknown-field',
        { path: at, key: true },
        `${here} has no field "${key}"`,
        near === undefined
          ? `Its fields are ${Object.keys(schema.properties!).join(', ')}.`
          : `Did you mean "${near}"?`,
      )
    } else if (schema.propertyNames !== undefined && !matches(key, schema.propertyNames)) {
      findings.error(
        'bad-name',
        { path: at, key: true },
        `"${key}" cannot be a name in ${here}`,
        schema.propertyNames.patternErrorMessage ?? 'Give it a name.',
      )
    } else {
      checkValue(part, inner, at, findings)
    }
  }
}

/** Of several schemas the one that the value was most likely meant for: by its type, and by `kind`. Itself when none fits. */
function nearestBranch(value: unknown, schema: Schema): Schema {
  if (schema.anyOf === undefined) return schema
  const candidates = schema.anyOf
    .map((branch) => nearestBranch(value, resolve(branch)))
    .filter((branch) => fitsType(value, branch))
  if (candidates.length === 1) return candidates[0]!
  const kind = isRecord(value) ? value['kind'] : undefined
  const byKind = candidates.find((branch) => branch.properties?.['kind']?.enum?.some((choice) => choice === kind))
  return byKind ?? anyKind(candidates) ?? schema
}

/** When `kind` is missing or wrong, all kinds there are, so that the error is about it. */
function anyKind(candidates: readonly Schema[]): Schema | undefined {
  const kinds = candidates.flatMap((branch) => branch.properties?.['kind']?.enum ?? [])
  if (kinds.length === 0) return undefined
  return {
    type: 'object',
    properties: { kind: { description: 'The kind of operation.', enum: kinds } },
    required: ['kind'],
  }
}

function fitsType(value: unknown, schema: Schema): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some((branch) => fitsType(value, resolve(branch)))
  return (
    hasType(value, schema.type ?? (schema.enum === undefined ? undefined : 'string')) ||
    (schema.type === undefined && schema.enum === undefined)
  )
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`
}

function expected(reference: Schema): string {
  const schema = resolve(reference)
  if (schema.enum !== undefined) return `one of ${listed(schema.enum)}`
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(expected))].join(' or ')
  return { object: 'an object', array: 'a list', string: 'a text', boolean: 'true or false' }[schema.type ?? 'object']
}

function listed(choices: readonly string[]): string {
  return choices.map((choice) => `"${choice}"`).join(', ')
}
