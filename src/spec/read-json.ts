/**
 * A JSON reader that keeps positions, for specs. Comments and trailing commas are accepted; a key that stands twice in an
 * object is a mistake, since JSON.parse would drop the first in silence.
 */

import { type Note, UserError } from '../diagnostics/user-error.ts'
import type { SourceEntry, SourceNode } from './source-tree.ts'

export interface JsonText {
  readonly value: unknown
  readonly tree: SourceNode
}

interface Read {
  readonly value: unknown
  readonly node: SourceNode
}

const maxDepth = 100
/** Far more than a spec needs, and less than the patterns below can hold in one string. */
const maxLength = 1_000_000
const blank = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y
/** As far as a string goes; JSON.parse judges what is inside. */
const string = /"(?:[^"\\\n]|\\.)*"/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
const word = /[^\s,:[\]{}"]+/y
const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

export function readJson(text: string, source: string): JsonText {
  const reader = new JsonReader(text, source)
  const { value, node } = reader.whole()
  return { value, tree: node }
}

class JsonReader {
  readonly #text: string
  readonly #source: string
  #at = 0

  constructor(text: string, source: string) {
    this.#text = text
    this.#source = source
  }

  whole(): Read {
    if (this.#text.length > maxLength) {
      this.#fail(0, 1, `${this.#text.length} characters, more than ${maxLength}`, 'A spec needs far fewer.')
    }
    this.#skipBlank()
    const read = this.#value(0)
    this.#skipBlank()
    if (this.#at < this.#text.length) this.#unexpected('the end of the file')
    return read
  }

  #skipBlank(): void {
    this.#at += this.#match(blank)!.length
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#text)?.[0]
  }

  #fail(start: number, end: number, message: string, remedy: string, notes: readonly Note[] = []): never {
    throw new UserError({ code: 'bad-json', message, span: this.#span(start, end), notes, remedy })
  }

  #span(start: number, end: number): { source: string; text: string; start: number; end: number } {
    return { source: this.#source, text: this.#text, start, end: Math.max(end, start + 1) }
  }

  #unexpected(wanted: string): never {
    const found = this.#match(word) ?? this.#text[this.#at]
    const shown = found === undefined ? 'the end of the file' : `\`${found.slice(0, 30)}\``
    const remedy =
      found === "'" || found?.startsWith("'") === true
        ? 'JSON strings stand in double quotes.'
        : 'Compare with the JSON around this place.'
    return this.#fail(this.#at, this.#at + (found?.length ?? 1), `expected ${wanted} but found ${shown}`, remedy)
  }

  #value(depth: number): Read {
    const start = this.#at
    if (depth > maxDepth)
      this.#fail(start, start + 1, `more than ${maxDepth} levels of nesting`, 'A spec needs far fewer.')
    const first = this.#text[start]
    if (first === '{') return this.#object(depth)
    if (first === '[') return this.#list(depth)
    if (first === '"') {
      const value = this.#string()
      return { value, node: { kind: 'string', start, end: this.#at } }
    }
    const digits = this.#match(number)
    const name = this.#match(word)
    const found = digits ?? (name !== undefined && constants.has(name) ? name : undefined)
    if (found === undefined) return this.#unexpected('a value')
    this.#at += found.length
    const value = digits === undefined ? constants.get(found) : Number(found)
    return { value, node: { kind: 'other', start, end: this.#at } }
  }

  #string(): string {
    const start = this.#at
    const raw = this.#match(string)
    this.#at += raw?.length ?? 0
    try {
      return JSON.parse(raw ?? '') as string
    } catch {
      const end = raw === undefined ? this.#text.indexOf('\n', start) : this.#at
      return this.#fail(
        start,
        end === -1 ? this.#text.length : end,
        raw === undefined
          ? 'the string does not end on its line'
          : 'the string holds a control character or an unknown escape',
        'Close it with `"`; write `\\n` for a line break, `\\t` for a tab and `\\\\` for a backslash.',
      )
    }
  }

  #object(depth: number): Read {
    const start = this.#at
    const entries = new Map<string, SourceEntry>()
    const value: Record<string, unknown> = {}
    this.#members('}', () => {
      const keyStart = this.#at
      if (this.#text[keyStart] !== '"') this.#unexpected('a key in double quotes or `}`')
      const key = this.#string()
      const keyEnd = this.#at
      const earlier = entries.get(key)
      if (earlier !== undefined) {
        const note = { message: 'the first one', span: this.#span(earlier.keyStart, earlier.keyEnd) }
        this.#fail(keyStart, keyEnd, `the key "${key}" stands twice in one object`, 'Remove or rename one of them.', [
          note,
        ])
      }
      this.#skipBlank()
      if (this.#text[this.#at] !== ':') this.#unexpected('`:`')
      this.#at += 1
      this.#skipBlank()
      const read = this.#value(depth + 1)
      entries.set(key, { keyStart, keyEnd, value: read.node })
      // A key `__proto__` must not change the prototype.
      Object.defineProperty(value, key, { value: read.value, enumerable: true, configurable: true, writable: true })
    })
    return { value, node: { kind: 'object', entries, start, end: this.#at } }
  }

  #list(depth: number): Read {
    const start = this.#at
    const values: unknown[] = []
    const items: SourceNode[] = []
    this.#members(']', () => {
      const read = this.#value(depth + 1)
      values.push(read.value)
      items.push(read.node)
    })
    return { value: values, node: { kind: 'list', items, start, end: this.#at } }
  }

  /** From the opening bracket to the closing one, with commas between. */
  #members(close: string, readOne: () => void): void {
    this.#at += 1
    for (;;) {
      this.#skipBlank()
      if (this.#text[this.#at] === close) break
      readOne()
      this.#skipBlank()
      if (this.#text[this.#at] === close) break
      if (this.#text[this.#at] !== ',') this.#unexpected(`\`,\` or \`${close}\``)
      this.#at += 1
    }
    this.#at += 1
  }
}
