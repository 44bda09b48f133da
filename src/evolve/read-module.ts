/**
 * What one source file says of itself, found in its tokens: what it imports, which files it names, whether loading it
 * changes what all code sees, and which words of the specs it contains. Between the scanner and the graph; everything here
 * depends on the text alone, so it is kept until the file changes.
 *
 * Errs on the side of more: a file that the scanner does not understand is searched as text, where a comment may look
 * like an import.
 */

import { cleanChecksum } from './clean-checksum.ts'
import { literalOf, readName } from './computed-name.ts'
import { mayBeGivenAsync } from './given-async.ts'
import { importedNames, readReExports, type ReExport } from './imported-names.ts'
import { scanTokens, type Token } from './scan-tokens.ts'
import { keyWrite, propertyWrite, withAsync, wordsWithAsync } from './signal-words.ts'

export interface ModuleFacts {
  readonly checksum: string
  /** Specifiers that are known in full. */
  readonly imports: readonly string[]
  /** Those among them that are imported by names only, with the names; `default` is one. */
  readonly names: Readonly<Record<string, readonly string[]>>
  /** Of a module that has nothing but re-exports. */
  readonly reExports?: readonly ReExport[]
  /** Those among them whose module is imported for what loading it does (`import './polyfill.js'`). */
  readonly effects: readonly string[]
  /** Imports of computed names: what stands before the unknown part, such as `./plugins/`; empty when nothing is known. */
  readonly computed: readonly string[]
  /** Texts that may be paths of files that it reads, runs or mocks. */
  readonly paths: readonly string[]
  /** Texts that may be folders, in `join(__dirname, 'fixtures', name)`. */
  readonly folders: readonly string[]
  /** Whether it changes globals or builtin classes. */
  readonly patches: boolean
  /** Words of the vocabulary that it contains. */
  readonly words: readonly string[]
}

export function readModule(text: string, vocabulary: ReadonlySet<string>): ModuleFacts {
  const tokens = scanTokens(text)
  const checksum = cleanChecksum(tokens, text)
  const reExports = tokens === undefined ? undefined : readReExports(tokens)
  return {
    checksum,
    ...factsOf(tokens ?? looseTokens(text), vocabulary),
    ...(reExports === undefined ? {} : { reExports }),
  }
}

/** Words, texts and signs of a text that could not be scanned, those in its comments included. */
function looseTokens(text: string): Token[] {
  const found = text.matchAll(/[\w$]+|'[^'\n]*'|"[^"\n]*"|`[^`$\n]*`|[^\s\w]/g)
  return Array.from(found, ([part]) => {
    const kind = /^[\w$]/.test(part) ? 'word' : part.length > 1 && /^['"]/.test(part) ? 'string' : 'sign'
    return { kind: part.length > 1 && part.startsWith('`') ? 'template' : kind, text: part, broken: false } as const
  })
}

const assignments = new Set('= += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??= ++ --'.split(' '))
const builtins = new Set(
  'Array Object Function String Number Boolean Symbol BigInt Map Set WeakMap WeakSet Promise RegExp Date Error Iterator EventEmitter Buffer'.split(
    ' ',
  ),
)
const pathLike = /^[\w@.~/-]+$/
const pathMakers = new Set(['join', 'resolve', '__dirname', 'dirname'])

function factsOf(tokens: readonly Token[], vocabulary: ReadonlySet<string>): Omit<ModuleFacts, 'checksum'> {
  const imports = new Set<string>()
  const names = new Map<string, Set<string>>()
  const whole = new Set<string>()
  const effects = new Set<string>()
  const types = new Set<string>()
  const computed = new Set<string>()
  const paths = new Set<string>()
  const folders = new Set<string>()
  const words = new Set<string>()
  const mayMatterAsync = wordsWithAsync(vocabulary)
  const requirers = new Set(['require'])
  let patches = false
  let statement = 0
  const textAt = (i: number): string => tokens[i]?.text ?? ''
  const importWhole = (name: string): void => {
    imports.add(name)
    whole.add(name)
  }
  const importNames = (name: string, taken: readonly string[] | undefined): void => {
    imports.add(name)
    if (taken === undefined) whole.add(name)
    else names.set(name, new Set([...(names.get(name) ?? []), ...taken]))
  }
  const importFrom = (i: number): void => {
    const { text, isWhole } = readName(tokens, i)
    if (isWhole) importWhole(text)
    else computed.add(text)
  }
  for (const [i, token] of tokens.entries()) {
    if (token.kind === 'word') {
      if (vocabulary.has(token.text)) words.add(token.text)
      if (mayMatterAsync.has(token.text) && mayBeGivenAsync(tokens, i)) words.add(withAsync(token.text))
      const before = textAt(i - 1)
      const member = before === '.' || before === '?.'
      if (token.text === 'import' && !member) {
        statement = i
        const next = textAt(i + 1)
        if (next === '(') importFrom(i + 2)
        else if (next === '.' && ['glob', 'resolve'].includes(textAt(i + 4))) {
          const pattern = tokens[i + 6] === undefined ? undefined : literalOf(tokens[i + 6]!)
          computed.add(pattern?.replace(/\*.*/, '') ?? '')
        } else if (tokens[i + 1]?.kind === 'string') {
          importWhole(literalOf(tokens[i + 1]!)!)
          effects.add(literalOf(tokens[i + 1]!)!)
        }
      } else if (token.text === 'export' && !member) statement = i
      else if (token.text === 'from' && !member && tokens[i + 1]?.kind === 'string') {
        const name = literalOf(tokens[i + 1]!)!
        if (isTypeOnly(tokens, statement)) types.add(name)
        else importNames(name, importedNames(tokens, statement + 1, i))
      } else if (token.text === 'createRequire' && textAt(i + 1) === '(') {
        const at = before === '=' ? i - 2 : i - 4
        if (tokens[at]?.kind === 'word') requirers.add(textAt(at))
      } else if (requirers.has(token.text) && (!member || textAt(i - 2) === 'module')) {
        const next = textAt(i + 1)
        if (next === '(') {
          importFrom(i + 2)
          if (isStatement(tokens, i)) for (const name of literalsIn(tokens[i + 2])) effects.add(name)
        } else if (next === '.' && ['resolve', 'context'].includes(textAt(i + 2))) {
          if (textAt(i + 3) === '(') importFrom(i + 4)
        } else if (next !== '.' && next !== '=' && next !== ':' && before !== 'typeof' && before !== 'const') {
          computed.add('')
        }
      }
      patches ||= isPatch(tokens, i)
    } else if (token.kind === 'string' || token.kind === 'template') {
      const literal = literalOf(token)
      if (literal === undefined) continue
      if (vocabulary.has(literal)) words.add(literal)
      if (mayMatterAsync.has(literal)) words.add(withAsync(literal))
      if (literal.length > 200 || !pathLike.test(literal) || (dots.test(literal) && !mayNameFolder(tokens, i))) continue
      if (/[/.]/.test(literal.replace(/^\.\.?\//, '')) || literal.startsWith('.')) paths.add(literal)
      else if (tokens.slice(Math.max(0, i - 8), i).some(({ text }) => pathMakers.has(text))) folders.add(literal)
    } else if (token.kind === 'sign' && assignments.has(token.text)) {
      words.add(propertyWrite)
      words.add(keyWrite)
    }
  }
  if (!tokens.some(({ text }) => text === ']')) words.delete(keyWrite)
  return {
    imports: [...imports],
    names: Object.fromEntries([...names].flatMap(([name, taken]) => (whole.has(name) ? [] : [[name, [...taken]]]))),
    effects: [...effects],
    computed: [...computed],
    paths: [...paths].filter((path) => !imports.has(path) && !types.has(path)),
    folders: [...folders],
    patches,
    words: [...words].sort(),
  }
}

/** Folders without a name, which lead to the module that stands for all of them. */
const dots = /^\.\.?\/?$/
/** Methods of texts and arrays of which a dot is no path. */
const separating = new Set(
  'join split indexOf lastIndexOf includes startsWith endsWith replace replaceAll concat padEnd padStart'.split(' '),
)
const joining = new Set(['===', '!==', '==', '!=', '+', '+='])
/** Words for where the module itself is. */
const ownPlace = new Set(['__dirname', '__filename', 'import'])

/**
 * Whether a text of dots may name a folder: not where texts are taken apart, put together or compared (`name.split('.')`), nor
 * where it leads out of another folder than the module's own (`resolve(dir, '..')`).
 */
function mayNameFolder(tokens: readonly Token[], at: number): boolean {
  const textAt = (i: number): string => tokens[i]?.text ?? ''
  if (joining.has(textAt(at - 1)) || joining.has(textAt(at + 1))) return false
  if (textAt(at - 1) === '(') return !separating.has(textAt(at - 2)) || !['.', '?.'].includes(textAt(at - 3))
  if (textAt(at - 1) !== ',') return true
  const open = openingOf(tokens, at)
  if (textAt(open) !== '(' || !pathMakers.has(textAt(open - 1))) return true
  return tokens.slice(open, at).some(({ text }) => ownPlace.has(text))
}

/** Where the bracket opens that the token is inside of. */
function openingOf(tokens: readonly Token[], inside: number): number {
  let depth = 0
  for (let i = inside - 1; i >= 0; i -= 1) {
    const { text } = tokens[i]!
    if (text === ')' || text === ']' || text === '}') depth += 1
    if ((text === '(' || text === '[' || text === '{') && depth-- === 0) return i
  }
  return -1
}

function literalsIn(token: Token | undefined): string[] {
  const literal = token === undefined ? undefined : literalOf(token)
  return literal === undefined ? [] : [literal]
}

/** `import type { A } from`, `export type { A } from`; not `import type from`. */
function isTypeOnly(tokens: readonly Token[], statement: number): boolean {
  return tokens[statement + 1]?.text === 'type' && tokens[statement + 2]?.text !== 'from'
}

/** `require('x')` whose value nobody takes. */
function isStatement(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  const starts = before === undefined || [';', '}', '{'].includes(before.text) || tokens[at]!.broken
  const after = tokens[at + 4]
  const ends = after === undefined || after.text === ';' || after.broken
  const continued =
    before !== undefined && tokens[at]!.broken && /^(?:[=+\-*/%&|?:,(.[<>!]|=>|return)$/.test(before.text)
  return starts && ends && !continued && tokens[at + 3]?.text === ')'
}

/** What reads an object that it is given first. */
const readers = new Set(
  'create keys values entries getOwnPropertyNames getOwnPropertyDescriptor getOwnPropertyDescriptors getPrototypeOf getOwnPropertySymbols'.split(
    ' ',
  ),
)
/** What follows an object that is only looked at. */
const comparisons = new Set(['===', '!==', '==', '!=', 'in', '&&', '||', '??', '?', ';', ':'])

/**
 * Whether globals or builtin classes are written here, or handed on as values to whoever may write them:
 * `globalThis.x = 1`, `Array.prototype.last = f`, `Object.assign(String.prototype, …)`. Reading a member is no patch.
 */
function isPatch(tokens: readonly Token[], at: number): boolean {
  const textAt = (i: number): string => tokens[i]?.text ?? ''
  const name = textAt(at)
  const before = textAt(at - 1)
  if (before === '.' || before === '?.') return false
  let end = at + 1
  if (builtins.has(name) && textAt(at + 1) === '.' && textAt(at + 2) === 'prototype') end = at + 3
  else if (name === 'process' && textAt(at + 1) === '.' && textAt(at + 2) === 'env') end = at + 3
  else if (name !== 'globalThis' && name !== 'global') return false
  const next = textAt(end)
  if (next === '[') return name !== 'process' || assignments.has(textAt(end + 3))
  if (next === '.' || next === '?.') return assignments.has(textAt(end + 2)) || textAt(end + 2) === '['
  if (before === 'typeof' || before === ',' || comparisons.has(before) || comparisons.has(next)) return false
  return !(before === '(' && readers.has(textAt(at - 2)))
}
