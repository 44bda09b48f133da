/**
 * Names in the clauses of imports and exports, found in tokens: what a module takes from another, and what a module that
 * has nothing but re-exports passes on. With both, an import through such a module leads to the modules that have the
 * names (`project-snapshot.ts`).
 */

import type { Token } from './scan-tokens.ts'

/** `of as name`: a name of the module that is imported, and what it is called on this side. `*` stands for all names. */
export interface NamePair {
  readonly of: string
  readonly name: string
}

/** `export { of as name } from 'from'`; a name of `*` passes all names on as they are. */
export interface ReExport extends NamePair {
  /** The specifier. */
  readonly from: string
}

/** The names of the clause between `import` or `export` and `from`; undefined where it has another form. */
function namesInClause(tokens: readonly Token[], start: number, end: number): NamePair[] | undefined {
  const names: NamePair[] = []
  const textAt = (i: number): string => (i < end ? tokens[i]!.text : '')
  let at = start
  if (tokens[at]?.kind === 'word') {
    names.push({ of: 'default', name: textAt(at) })
    at += 1
    if (at === end) return names
    if (textAt(at) !== ',') return undefined
    at += 1
  }
  if (textAt(at) === '*') {
    if (at + 1 === end) return [...names, { of: '*', name: '*' }]
    return textAt(at + 1) === 'as' && at + 3 === end ? [...names, { of: '*', name: textAt(at + 2) }] : undefined
  }
  if (textAt(at) !== '{' || textAt(end - 1) !== '}') return undefined
  at += 1
  while (at < end - 1) {
    // Types are nothing that runs.
    const isType = textAt(at) === 'type' && tokens[at + 1]!.kind === 'word' && textAt(at + 1) !== 'as'
    if (isType) at += 1
    if (tokens[at]!.kind !== 'word') return undefined
    const of = textAt(at)
    const isRenamed = textAt(at + 1) === 'as'
    if (!isType) names.push({ of, name: isRenamed ? textAt(at + 2) : of })
    at += isRenamed ? 3 : 1
    if (textAt(at) === ',') at += 1
    else if (at !== end - 1) return undefined
  }
  return names
}

/**
 * The names that a module takes by an import or a re-export: those of its clause, and of a namespace (`import * as all`) the members that
 * it reads, if reading members (`all.name`) is all that it does with it.
 */
export function importedNames(tokens: readonly Token[], start: number, end: number): string[] | undefined {
  const isImport = tokens[start - 1]?.text === 'import'
  return namesInClause(tokens, start, end)?.flatMap(({ of, name }) =>
    of === '*' && isImport ? membersRead(tokens, name, start, end) : [of],
  )
}

function membersRead(tokens: readonly Token[], namespace: string, start: number, end: number): string[] {
  const members = new Set<string>()
  for (const [i, { text }] of tokens.entries()) {
    if (text !== namespace || (i >= start && i < end) || ['.', '?.'].includes(tokens[i - 1]?.text ?? '')) continue
    const member = tokens[i + 2]
    if (!['.', '?.'].includes(tokens[i + 1]?.text ?? '') || member?.kind !== 'word') return ['*']
    members.add(member.text)
  }
  return [...members]
}

/** Undefined for a module that has anything else. */
export function readReExports(tokens: readonly Token[]): ReExport[] | undefined {
  const found: ReExport[] = []
  let at = 0
  while (at < tokens.length) {
    if (tokens[at]!.text !== 'export') return undefined
    const end = tokens.findIndex(({ text }, i) => i > at && text === 'from')
    const specifier = tokens[end + 1]
    if (end === -1 || specifier?.kind !== 'string') return undefined
    const isType = tokens[at + 1]!.text === 'type'
    const start = isType ? at + 2 : at + 1
    const names = tokens[start]!.kind === 'word' ? undefined : namesInClause(tokens, start, end)
    if (names === undefined) return undefined
    if (!isType) for (const pair of names) found.push({ ...pair, from: specifier.text.slice(1, -1) })
    at = end + 2
    if (tokens[at]?.text === ';') at += 1
  }
  return found.length === 0 ? undefined : found
}
