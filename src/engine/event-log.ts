/**
 * The event log, line by line: a header `{ "schema": 1, "session": "…" }`, which may name the spec that the log is of, then
 * events and deaths.
 *
 *     { "event": "next", "params": { "i": "i1" }, "site": "a.ts:3:5", "test": "lists > copies" }
 *     { "died": "i1" }
 *
 * An event may say which spec it belongs to (`"spec": "map/no-change-while-iterating"`); without that it is meant for
 * whatever spec is checked. A test is a text, or an object with its `file` and `path`, which becomes one. Equal parameter
 * values are the same object, until it died. Fields that are not known are ignored, so that logs can carry more. Pure: who
 * reads files feeds lines.
 */

import { nearestName } from '../diagnostics/nearest-name.ts'
import { UserError } from '../diagnostics/user-error.ts'

/** A value in a log. Objects are given names. */
export type LoggedValue = string | number | boolean | null

export interface LoggedEvent {
  readonly event: string
  /** Parameter → value. */
  readonly params?: Readonly<Record<string, unknown>>
  readonly site?: string
  readonly test?: string
  readonly spec?: string
  /** How large the collection was that a creation event is about, for selection. */
  readonly size?: number
}

export interface LoggedDeath {
  readonly died: unknown
}

export interface LogHeader {
  readonly schema: number
  readonly session: unknown
  /** The spec that the log is of, if it is of one. */
  readonly spec: string | undefined
}

export type LogEntry = LoggedEvent | LoggedDeath

const logSchema = 1

/** Where a line stands, for errors. */
export interface LinePlace {
  readonly source: string
  /** From 1. */
  readonly line: number
}

/** Reads one line after the header. Throws `UserError` that names the line and what is wrong with it. */
export function parseLogLine(text: string, place: LinePlace): LogEntry {
  const entry = parseObject(text, place)
  if ('died' in entry) {
    if (!isLoggedValue(entry['died'])) {
      throw malformed(place, `"died" must be the name of a value, not ${show(entry['died'])}`)
    }
    return { died: entry['died'] }
  }
  if (typeof entry['event'] !== 'string') {
    if ('event' in entry) throw malformed(place, `"event" must be a text, not ${show(entry['event'])}`)
    const near = Object.keys(entry).find((key) => nearestName(key, ['event', 'died']) !== undefined)
    const hint = near === undefined ? '' : `; it has ${show(near)} instead`
    throw malformed(place, `neither "event" nor "died" is there${hint}`)
  }
  for (const key of ['site', 'spec'] as const) {
    if (key in entry && typeof entry[key] !== 'string') {
      throw malformed(place, `"${key}" must be a text, not ${show(entry[key])}`)
    }
  }
  checkParams(entry['params'], place)
  if ('test' in entry) entry['test'] = testText(entry['test'], place)
  return entry as unknown as LoggedEvent
}

function testText(test: unknown, place: LinePlace): string {
  if (typeof test === 'string') return test
  if (typeof test === 'object' && test !== null && 'path' in test && isTexts(test.path)) {
    const file = 'file' in test && typeof test.file === 'string' ? [test.file] : []
    return [...file, ...test.path].join(' > ')
  }
  throw malformed(place, `"test" must be a text or an object with a "path", not ${show(test)}`)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

/** Reads the first line of a log. */
export function parseLogHeader(text: string, place: LinePlace): LogHeader {
  const header = parseObject(text, place)
  if (!('schema' in header)) {
    throw malformed(
      place,
      'the header is missing',
      `An event log begins with a line like {"schema":${logSchema},"session":"…"}.`,
    )
  }
  if (header['schema'] !== logSchema) {
    throw malformed(
      place,
      `this log has schema ${show(header['schema'])}; this version of JSMOP reads schema ${logSchema}`,
      'Check it with the version of JSMOP that wrote it.',
    )
  }
  const { session, spec } = header
  return { schema: logSchema, session, spec: typeof spec === 'string' ? spec : undefined }
}

function parseObject(text: string, place: LinePlace): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw malformed(place, `not JSON: ${shorten(text.trim(), 60)}`, undefined, error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(place, `a line must be an object, not ${show(value)}`)
  }
  return value as Record<string, unknown>
}

function checkParams(params: unknown, place: LinePlace): void {
  if (params === undefined) return
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw malformed(place, `"params" must be an object of parameters, not ${show(params)}`)
  }
  for (const [name, value] of Object.entries(params)) {
    if (!isLoggedValue(value)) {
      throw malformed(place, `parameter "${name}" must be a text, a number, true, false or null, not ${show(value)}`)
    }
  }
}

function isLoggedValue(value: unknown): value is LoggedValue {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function malformed(place: LinePlace, message: string, remedy?: string, cause?: unknown): UserError {
  return new UserError({
    code: 'malformed-log-line',
    message: `${place.source}:${place.line}: ${message}`,
    remedy: remedy ?? 'Correct the line, or skip such lines with --keep-going.',
    cause,
  })
}

function show(value: unknown): string {
  return shorten(JSON.stringify(value), 40)
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}
