/**
 * Writes sites and the text that belongs to them while the passes over the syntax tree go along the source: what
 * `place-insertions.ts` and `place-calls.ts` share.
 */

import { abiName as N } from './abi.ts'
import type { Insertions } from './insertions.ts'
import type { SiteKind, SiteTable } from './sites.ts'

export const mark = `/*${N}*/`
/** The second half of what is around an expression; a closing parenthesis alone could be the program's. */
export const closing = `/*${N},*/)`

/** What an identifier must not touch. */
const wordEnd = /[\w$\u0080-\uffff]/

export class InsertionWriter {
  readonly source: string
  readonly sites: SiteTable
  /** The name of the nearest function around that has one. */
  enclosing = ''
  /** How many functions and classes are around. */
  depth = 0
  /**
   * Function literals behind us that V8 has not named yet. The end of an assignment, an initialiser or a property names
   * all of them, after whatever names stand before it (`forEach.J$mop.s` in a stack trace, were it ours); the end of a
   * call takes the last one off. This mirrors V8's `FuncNameInferrer` closely enough to know when an assignment of ours
   * would be seen.
   */
  waiting = 0
  /** Names that functions have declared so far. Whoever uses one in another scope, before it exists there, is wrong about it. */
  readonly declared = new Set<string>()
  /** Where the statement at hand begins, if it is an expression: a store needs no parentheses there. */
  statement = -1
  /** Where the operand at hand begins that a store can only be put before in parentheses. */
  operand = -1
  /** Where expressions begin that were put into parentheses and are not closed yet. */
  readonly #opened: number[] = []
  readonly #insertions: Insertions

  constructor(source: string, insertions: Insertions, sites: SiteTable) {
    this.source = source
    this.#insertions = insertions
    this.sites = sites
  }

  site(kind: SiteKind, offset: number, name: string): number {
    return this.sites.add(kind, offset, name, this.enclosing, this.depth <= 0)
  }

  /** `target` is the original offset that positions inside the text stand for. */
  add(offset: number, text: string, target = offset): void {
    this.#insertions.add(offset, text, target)
  }

  /** Inserts text that begins with the name, apart from an identifier or keyword before it. */
  open(offset: number, text: string, target = offset): void {
    const touches = offset > 0 && wordEnd.test(this.source[offset - 1]!)
    this.#insertions.add(offset, touches ? mark + text : text, target)
  }

  /** `N.s=17`, or its equal as a call where the assignment would make V8 name functions that wait for a name. */
  store(site: number): string {
    return this.waiting > 0 ? `${N}.t(${site})` : `${N}.s=${site}`
  }

  /**
   * The store in front of an expression, for which `close` is called at its end. A comma needs half the bytecode of the
   * conditional (15 against 29 bytes, and V8 inlines functions by that), but V8 says of a name that does not exist, or not
   * yet, that it is elsewhere if it comes right after one: only before `sure` expressions, which do not begin with such.
   */
  storeBefore(offset: number, site: number, sure: boolean): void {
    if (!sure) this.#insertions.add(offset, this.waiting > 0 ? `!${N}.t(${site})?0:` : `!(${N}.s=${site})?0:`)
    else if (offset === this.statement) this.open(offset, `${this.store(site)},`)
    else {
      this.#insertions.add(offset, `(${this.store(site)},`)
      this.#opened.push(offset)
    }
  }

  /** The end of an expression that `storeBefore` may have been called for. */
  close(begin: number, end: number): void {
    if (this.#opened.at(-1) !== begin) return
    this.#opened.pop()
    this.#insertions.add(end, closing)
  }
}
