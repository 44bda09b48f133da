/**
 * Finds the parts of a spec in the text of the TypeScript file that defines it, so that mistakes are shown in place. The
 * text is not parsed as TypeScript: the argument of `defineSpec(…)` is followed by its brackets, strings and commas, which
 * is enough for literals; anything else (a constant, a function, a spread) is one part without inner places.
 *
 * Rejected: the compiler's own parser (TypeScript 7 has no usable one to call) and a stack capture in `defineSpec` (gives
 * the line of the call alone).
 */

import type { Places } from './places.ts'
import { placesInTree, type SourceEntry, type SourceNode } from './source-tree.ts'

/** Places of the spec with that id, or of the only one in the file; undefined when it cannot be told. */
export function locateInSource(text: string, source: string, id: string): Places | undefined {
  const roots = [...text.matchAll(/\bdefineSpec\s*\(\s*(?=\{)/g)].map((call) =>
    new LiteralReader(text).read(call.index + call[0].length),
  )
  const byId = roots.filter((root) => {
    const node = root.kind === 'object' ? root.entries.get('id')?.value : undefined
    return node?.kind === 'string' && text.slice(node.start + 1, node.end - 1) === id
  })
  const root = byId[0] ?? (roots.length === 1 ? roots[0] : undefined)
  return root && placesInTree(root, text, source)
}

const blank = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y
const key = /[\p{ID_Start}$_][\p{ID_Continue}$]*|\d+|'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"/uy
const quoted = /'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"|`(?:[^`\\]|\\[^])*`/y
/** A regular expression literal; tried only where a value can begin. */
const pattern = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y

class LiteralReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(start: number): SourceNode {
    this.#at = start
    return this.#value()
  }

  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at
    return expression.exec(this.#text)?.[0]
  }

  #skipBlank(): void {
    this.#at += this.#match(blank)!.length
  }

  #value(): SourceNode {
    const start = this.#at
    const literal = this.#literal(start)
    this.#skipBlank()
    if (literal !== undefined && /[,}\]);]|^$/.test(this.#text[this.#at] ?? '')) return literal
    // The literal is part of a longer expression (`'a' + b`, `{…} as const`): one part without inner places.
    return { kind: 'other', start, end: this.#skipExpression() }
  }

  #literal(start: number): SourceNode | undefined {
    const first = this.#text[start]
    if (first === '{') {
      const entries = this.#entries()
      return { kind: 'object', entries, start, end: this.#at }
    }
    if (first === '[') {
      const items: SourceNode[] = []
      this.#members(']', () => items.push(this.#value()))
      return { kind: 'list', items, start, end: this.#at }
    }
    const text = this.#match(quoted)
    if (text === undefined || (text.startsWith('`') && text.includes('${'))) return undefined
    this.#at += text.length
    return { kind: 'string', start, end: this.#at }
  }

  #entries(): Map<string, SourceEntry> {
    const entries = new Map<string, SourceEntry>()
    this.#members('}', () => {
      const keyStart = this.#at
      const name = this.#match(key)
      this.#at += name?.length ?? 0
      const keyEnd = this.#at
      this.#skipBlank()
      if (name !== undefined && this.#text[this.#at] === ':') {
        this.#at += 1
        this.#skipBlank()
        entries.set(/^['"]/.test(name) ? name.slice(1, -1) : name, { keyStart, keyEnd, value: this.#value() })
      } else {
        // A shorthand, a method, a computed key or a spread.
        const end = this.#skipExpression()
        if (name !== undefined) entries.set(name, { keyStart, keyEnd, value: { kind: 'other', start: keyStart, end } })
      }
    })
    return entries
  }

  #members(close: string, readOne: () => void): void {
    this.#at += 1
    for (;;) {
      this.#skipBlank()
      const next = this.#text[this.#at]
      if (next === close) break
      if (next === ',') this.#at += 1
      else if (next === undefined || /[)\]}]/.test(next)) return
      else readOne()
    }
    this.#at += 1
  }

  /** To the comma or closing bracket that ends an expression; gives where its last visible character ends. */
  #skipExpression(): number {
    let depth = 0
    let end = this.#at
    // Whether a slash would begin a regular expression.
    let valueMayBegin = true
    while (this.#at < this.#text.length) {
      this.#skipBlank()
      const character = this.#text[this.#at]
      if (character === undefined) break
      if (depth === 0 && /[,)\]}]/.test(character)) return end
      const whole: string | undefined = this.#match(quoted) ?? (valueMayBegin ? this.#match(pattern) : undefined)
      if (/[([{]/.test(character)) depth += 1
      if (/[)\]}]/.test(character)) depth -= 1
      valueMayBegin = whole === undefined && /[(,=:[!&|?{};+\-*%<>~^]/.test(character)
      this.#at += whole?.length ?? 1
      end = this.#at
    }
    return end
  }
}
