/**
 * Where the parts of a spec were written. A mistake is found at a path of the definition (`events.next.bind.i`); who read
 * the spec from a text can say where that is: `read-json-spec.ts` for JSON, `locate-in-source.ts` for TypeScript. Without
 * a text, the path itself is shown with the value found there.
 */

import { inspect } from 'node:util'
import type { SourceSpan } from '../diagnostics/user-error.ts'
import type { SpecDefinition } from './definition.ts'

export type Path = readonly (string | number)[]

export interface Place {
  readonly path: Path
  /** The property's name is meant, not its value. */
  readonly key?: boolean
  /** Part of a string value, by offsets into it. */
  readonly range?: readonly [start: number, end: number]
}

/** Gives the span of a place, or of the nearest part around it that exists. */
export type Places = (place: Place) => SourceSpan

export function pathText(path: Path): string {
  const texts = path.map((step, i) => {
    if (typeof step === 'number') return `[${step}]`
    if (!/^[\w$-]+$/.test(step)) return `[${JSON.stringify(step)}]`
    return i === 0 ? step : `.${step}`
  })
  return texts.join('')
}

/** Places of a definition that was not read from a text. */
export function placesInDefinition(definition: SpecDefinition): Places {
  return ({ path, key, range }) => {
    const { value, depth } = follow(definition, path)
    const exact = depth === path.length
    const shown = exact && key === true ? String(path.at(-1)) : oneLine(depth === 0 ? idOf(definition) : value)
    const source = `spec ${idOf(definition)}${depth === 0 ? '' : `, ${pathText(path.slice(0, depth))}`}`
    const whole = !exact || key === true || range === undefined || typeof value !== 'string'
    if (whole) return { source, text: shown, start: 0, end: Math.max(1, shown.length) }
    return { source, text: value, start: range[0], end: range[1] }
  }
}

/** The value at the longest prefix of a path that exists, and the length of that prefix. */
function follow(root: unknown, path: Path): { value: unknown; depth: number } {
  let value = root
  for (const [depth, step] of path.entries()) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return { value, depth }
    value = (value as Record<string | number, unknown>)[step]
  }
  return { value, depth: path.length }
}

/** The definition may be anything: mistakes in its structure are shown with these places too. */
function idOf(definition: unknown): string {
  const { value, depth } = follow(definition, ['id'])
  return depth === 1 && typeof value === 'string' ? value : '(without id)'
}

function oneLine(value: unknown): string {
  if (typeof value === 'function') return `${value.name === '' ? 'a' : value.name} function`
  const text = typeof value === 'string' ? value : inspect(value, { breakLength: Infinity, customInspect: false })
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
