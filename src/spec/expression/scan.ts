/** First step of the safe expression language: text → tokens with their offsets. `parse.ts` makes a tree of them. */

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'punctuation' | 'end'
  /** The text, of a string its value. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** How a mistake is told; throws. Offsets are in the expression's text. */
export type Fail = (start: number, end: number, message: string, remedy: string) => never

const blank = /\s*/y
const name = /[A-Za-z_$][\w$]*/y
const number = /0[xX][\da-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const punctuation = /===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.|[<>!+\-*/%?:.,()[\]]/y
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' }

export function scan(text: string, fail: Fail): Token[] {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  const push = (kind: Token['kind'], value: string, end: number): void => {
    tokens.push({ kind, text: value, start: at, end })
    at = end
  }
  for (;;) {
    at += match(blank)!.length
    if (at === text.length) break
    const quote = text[at]!
    if (quote === "'" || quote === '"') {
      const { value, end } = scanString(text, at, fail)
      push('string', value, end)
      continue
    }
    const found = match(number)
    if (found !== undefined) {
      const end = at + found.length
      if (/[\w$]/.test(text[end] ?? '')) {
        fail(
          at,
          end + 1,
          `\`${text.slice(at, end + 1)}\` is no number`,
          'Numbers are decimal or hexadecimal, as in `12`, `1.5`, `1e3`, `0xff`.',
        )
      }
      push('number', found, end)
      continue
    }
    const word = match(name)
    if (word !== undefined) {
      push('name', word, at + word.length)
      continue
    }
    const sign = match(punctuation)
    if (sign === undefined) {
      const character = String.fromCodePoint(text.codePointAt(at)!)
      fail(
        at,
        at + character.length,
        `\`${character}\` has no meaning in an expression`,
        'docs/expressions.md lists the operators.',
      )
    }
    push('punctuation', sign, at + sign.length)
  }
  push('end', '', at)
  return tokens
}

function scanString(text: string, start: number, fail: Fail): { value: string; end: number } {
  const quote = text[start]!
  let value = ''
  let at = start + 1
  for (;;) {
    const character = text[at]
    if (character === undefined || character === '\n') {
      return fail(start, at, 'the string does not end', `Close it with ${quote}.`)
    }
    if (character === quote) return { value, end: at + 1 }
    if (character !== '\\') {
      value += character
      at += 1
      continue
    }
    const code = /^(?:u([\da-fA-F]{4})|x([\da-fA-F]{2}))/.exec(text.slice(at + 1, at + 6))
    const escape = escapes[text[at + 1] ?? '']
    if (code !== null) {
      value += String.fromCharCode(Number.parseInt((code[1] ?? code[2])!, 16))
      at += 1 + code[0].length
    } else if (escape === undefined) {
      fail(
        at,
        at + 2,
        `\`${text.slice(at, at + 2)}\` is no escape`,
        'Known are \\n \\t \\r \\\\ \\\' \\" \\xHH and \\uHHHH.',
      )
    } else {
      value += escape
      at += 2
    }
  }
}
