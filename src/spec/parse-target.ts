/**
 * Reads the text of a target (`pointcut.ts` shows its forms) into where a thing is found and which member of it is meant:
 *
 *     target  = [ module '#' ] path
 *     module  = 'node:' name | 'npm:' package [ '@' range ] [ '/' subpath ] | './' file | '../' file
 *     path    = member { '.' member } [ '.' '{' member { ',' member } '}' ] | '{' member { ',' member } '}'
 *     member  = identifier | '@@' identifier           `@@iterator` is Symbol.iterator
 *
 * A range may not hold `/` or `#`, so it ends at the first of them.
 */

import type { SourceSpan } from '../diagnostics/user-error.ts'
import { UserError } from '../diagnostics/user-error.ts'

/** A member's name; a well-known symbol as `@@iterator`. */
type MemberName = string

export type TargetPlace =
  | { readonly kind: 'global' }
  | { readonly kind: 'node'; readonly module: string }
  | {
      readonly kind: 'npm'
      readonly package: string
      /** As written after `@`; undefined for any version. */
      readonly range: string | undefined
      /** A file or subpath inside the package, without the leading slash. */
      readonly subpath: string | undefined
    }
  /** A module of the project, relative to its folder, `./` kept. */
  | { readonly kind: 'module'; readonly file: string }

export interface Target {
  readonly place: TargetPlace
  /** The path to the object that holds the members; empty when the members are globals or exports themselves. */
  readonly holder: readonly MemberName[]
  /** One member, or the several of `{a,b}`. */
  readonly members: readonly MemberName[]
  readonly text: string
}

const member = /^(?:@@)?[A-Za-z$_][\w$]*$/
/** In whatever script. Not made before it is needed: that alone takes a quarter of the time that the runtime takes to load. */
const isMember = (name: string): boolean => /^(?:@@)?[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
const nodeModule = /^[a-z][\w/]*$/
const packageName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/
/** A semver range: `>=8`, `^1.2.3`, `8.x`, `>=8 <10`, `1 || 2`, `1.2 - 2`, `*`. Unambiguous, so that no text makes it slow. */
const versionRange =
  /^(?:(?:(?:[<>]=?|=|~|\^)\s*)?v?(?:\d+|[xX*])(?:\.(?:\d+|[xX*])){0,2}(?:[-+][\w.+-]+)?(?:\s+-\s+|\s*\|\|\s*|\s+|$))+$/

type Fail = (start: number, end: number, message: string, remedy: string) => never

/** `place` says where offsets of the text stand, for errors; in the text itself when it comes from nowhere else. */
export function parseTarget(
  text: string,
  place: (start: number, end: number) => SourceSpan | undefined = (start, end) => ({
    source: 'target',
    text,
    start,
    end,
  }),
): Target {
  const fail: Fail = (start, end, message, remedy) => {
    throw new UserError({ code: 'bad-target', message, span: place(start, Math.max(end, start + 1)), remedy })
  }
  const hash = text.indexOf('#')
  if (hash === -1 && /^(?:node:|npm:|\.)/.test(text)) {
    fail(
      0,
      text.length,
      `target ${JSON.stringify(text)} names a module but nothing in it`,
      'Write `#` and the export after the module, for example `node:fs#openSync`.',
    )
  }
  const where: TargetPlace = hash === -1 ? { kind: 'global' } : parsePlace(text.slice(0, hash), fail)
  return { place: where, ...parsePath(text, hash + 1, fail), text }
}

/** The path, which begins at `start`. */
function parsePath(text: string, start: number, fail: Fail): Pick<Target, 'holder' | 'members'> {
  const open = text.indexOf('{', start)
  if (open === -1) {
    const chain = parseMembers(text, start, text.length, '.', fail)
    return { holder: chain.slice(0, -1), members: chain.slice(-1) }
  }
  if (open > start && text[open - 1] !== '.') {
    const found = JSON.stringify(text)
    fail(open, open + 1, `expected a dot before \`{\` in target ${found}`, 'Write `Path.to.{a,b}`.')
  }
  if (!text.endsWith('}')) {
    const remedy = 'Close the list of members with `}`.'
    fail(text.length - 1, text.length, `expected \`}\` at the end of target ${JSON.stringify(text)}`, remedy)
  }
  return {
    holder: open === start ? [] : parseMembers(text, start, open - 1, '.', fail),
    members: [...new Set(parseMembers(text, open + 1, text.length - 1, ',', fail))],
  }
}

function parseMembers(text: string, start: number, end: number, separator: string, fail: Fail): MemberName[] {
  let at = start
  return text
    .slice(start, end)
    .split(separator)
    .map((part) => {
      const name = part.trim()
      const from = at + (part.length - part.trimStart().length)
      at += part.length + 1
      if (member.test(name) || isMember(name)) return name
      return fail(
        from,
        from + name.length,
        `expected a member name in target ${JSON.stringify(text)} but found ${name === '' ? 'nothing' : `\`${name}\``}`,
        'A member is an identifier, or `@@` and the name of a well-known symbol, as in `Array.prototype.@@iterator`.',
      )
    })
}

function parsePlace(where: string, fail: Fail): TargetPlace {
  if (where.startsWith('node:')) {
    const module = where.slice(5)
    if (!nodeModule.test(module)) {
      fail(
        5,
        where.length,
        `expected the name of a Node module after \`node:\` but found \`${module}\``,
        'Write for example `node:fs` or `node:fs/promises`.',
      )
    }
    return { kind: 'node', module }
  }
  if (where.startsWith('npm:')) {
    const rest = where.slice(4)
    const nameEnd = /^@[^/@]*\/[^/@]*|^[^/@]*/.exec(rest)![0].length
    const name = rest.slice(0, nameEnd)
    if (!packageName.test(name)) {
      fail(
        4,
        4 + nameEnd,
        `expected the name of an npm package after \`npm:\` but found \`${name}\``,
        'Write for example `npm:pg@>=8#Pool` or `npm:@scope/name#thing`.',
      )
    }
    const rangeEnd = rest[nameEnd] === '@' ? endOfRange(rest, nameEnd + 1) : nameEnd
    const range = rangeEnd === nameEnd ? undefined : rest.slice(nameEnd + 1, rangeEnd)
    if (range !== undefined && !versionRange.test(range)) {
      fail(
        4 + nameEnd + 1,
        4 + rangeEnd,
        `\`${range}\` is no version range`,
        'Write a range as in package.json, for example `>=8 <10` or `^1.2`.',
      )
    }
    const subpath = rangeEnd === rest.length ? undefined : rest.slice(rangeEnd + 1)
    if (subpath === '')
      fail(
        4 + rangeEnd,
        4 + rangeEnd + 1,
        'expected a file after `/`',
        'Leave the slash out, or name a file of the package.',
      )
    return { kind: 'npm', package: name, range, subpath }
  }
  if (/^\.\.?\//.test(where)) {
    if (where.endsWith('/'))
      fail(0, where.length, `\`${where}\` is a folder`, 'Name a file, relative to the folder of the project.')
    return { kind: 'module', file: where }
  }
  return fail(
    0,
    where.length,
    `\`${where}\` is no place for a target`,
    'Begin with `node:` for a Node module, `npm:` for a package, `./` for a module of the project, or write a global without `#`.',
  )
}

function endOfRange(text: string, start: number): number {
  const slash = text.indexOf('/', start)
  return slash === -1 ? text.length : slash
}
