/**
 * Text of JavaScript or TypeScript → its tokens, without comments and white space. First step of everything that looks at
 * changes: checksums are taken over tokens, imports are found in them.
 *
 * A scanner, not a parser, since sources come in TypeScript and no parser for it is at hand; one regular expression per
 * kind of token, linear in the text. What decides between division and a regular expression is the token before: exact for
 * JavaScript but for a few forms that nobody writes (`function () {} / 2`). JSX mixes text with code, so that a scanner
 * cannot tell a comment from text: such sources, and all where something does not fit, give undefined, and whoever asks
 * falls back to the text as it is. Sources with JSX in texts alone, as tests of compilers and linters have, are clear.
 * acorn's tokenizer was tried: a third of the speed, and it stops at the first type.
 */

export type TokenKind = 'word' | 'number' | 'string' | 'template' | 'expression' | 'sign' | 'pragma'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
  /** Whether a line ends before it. */
  readonly broken: boolean
}

const blanks = /[\s\uFEFF]*/y
const word = /[\w$\\\u0080-\uffff]+/y
const number = /(?:0[xXbBoO][\w]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?n?)/y
const string = /'(?:[^'\\\n\r]|\\(?:\r\n|[^]))*'|"(?:[^"\\\n\r]|\\(?:\r\n|[^]))*"/y
const expression = /\/(?![*/])(?:[^\\/[\n\r]|\\[^\n\r]|\[(?:[^\\\]\n\r]|\\[^\n\r])*\])+\/[\w$]*/y
const sign =
  />>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|[-+*/%&|^]=|<<|>>|\*\*|[{}()[\];,<>+\-*/%&|^!~?:=.@#]/y
/** From a backtick, or from the brace that ends a substitution, to the next substitution or the end. */
const chunk = /[`}](?:[^`\\$]|\\[^]|\$(?!\{))*(?:\$\{|`)/y
/** Comments that tools and we ourselves act on. */
const pragma = /@(?:vitest|jest|jsx|vite|babel|swc)|jsmop-|@ts-nocheck/

/** Words that an expression follows. */
const beforeExpression = new Set(
  'return typeof case do else in instanceof new void delete throw yield await of extends default'.split(' '),
)
/** Words whose parentheses a statement follows. */
const beforeStatement = new Set(['if', 'while', 'for', 'with'])
/** What no JSX is without. */
const jsx = /<\/[\w>]|\/>/

const wholeStart = /[\w$\\\u0080-\uffff]/

/** Undefined where the text is not clear. */
export function scanTokens(text: string): readonly Token[] | undefined {
  if (text.includes('<!--')) return undefined
  const mayHaveJsx = jsx.test(text)
  const tokens: Token[] = []
  /** What is open: `(` after a word such as `if`, other `(`, `{` of a block, of a literal, of a substitution. */
  const open: ('statement' | 'group' | 'block' | 'literal' | 'substitution')[] = []
  /** Whether a `/` would begin a regular expression. */
  let expects = true
  let at = text.startsWith('#!') ? endOfLine(text, 0) : 0
  let broken = false
  const take = (kind: TokenKind, pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found === undefined || found === '') return undefined
    tokens.push({ kind, text: found, broken })
    broken = false
    at += found.length
    return found
  }
  while (true) {
    blanks.lastIndex = at
    const space = blanks.exec(text)![0]
    if (/[\n\r\u2028\u2029]/.test(space)) broken = true
    at += space.length
    if (at >= text.length) return open.length === 0 ? tokens : undefined
    const first = text[at]!
    if (first === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const end = text[at + 1] === '/' ? endOfLine(text, at) : text.indexOf('*/', at + 2) + 2
      if (end < at + 2) return undefined
      const comment = text.slice(at, end)
      if (pragma.test(comment)) tokens.push({ kind: 'pragma', text: comment.replaceAll(/\s+/g, ' '), broken })
      if (comment.includes('\n')) broken = true
      at = end
    } else if (first === '"' || first === "'") {
      if (take('string', string) === undefined) return undefined
      expects = false
    } else if (first === '`' || (first === '}' && open.at(-1) === 'substitution')) {
      if (first === '}') open.pop()
      const found = take('template', chunk)
      if (found === undefined) return undefined
      expects = found.endsWith('${')
      if (expects) open.push('substitution')
    } else if (first === '/' && expects) {
      if (take('expression', expression) === undefined) return undefined
      expects = false
    } else if (/\d/.test(first) || (first === '.' && /\d/.test(text[at + 1] ?? ''))) {
      if (take('number', number) === undefined) return undefined
      expects = false
    } else if (wholeStart.test(first)) {
      const before = tokens.at(-1)?.text
      const found = take('word', word)!
      expects = beforeExpression.has(found) && before !== '.' && before !== '?.'
    } else {
      const before = tokens.at(-1)
      const wasExpecting = expects
      const found = take('sign', sign)
      if (found === undefined) return undefined
      // An element, where it is not a type.
      if (wasExpecting && mayHaveJsx && found === '<') return undefined
      expects = true
      if (found === '(') open.push(before?.kind === 'word' && beforeStatement.has(before.text) ? 'statement' : 'group')
      else if (found === '{') open.push(wasExpecting && !opensBlock(before) ? 'literal' : 'block')
      else if (found === ')') {
        const closed = open.pop()
        if (closed !== 'statement' && closed !== 'group') return undefined
        expects = closed === 'statement'
      } else if (found === '}') {
        const closed = open.pop()
        if (closed !== 'block' && closed !== 'literal') return undefined
        expects = closed === 'block'
      } else if (found === ']' || found === '++' || found === '--') expects = false
    }
  }
}

/** What stands before a brace that opens statements. */
function opensBlock(before: Token | undefined): boolean {
  if (before === undefined) return true
  return [';', '{', '}', ')', '=>', 'else', 'do'].includes(before.text)
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}
