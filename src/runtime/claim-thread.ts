/**
 * One runtime per thread. Woven code and wrappers of a second copy of JSMOP would keep monitors of their own, and both
 * would miss what the other saw; so the second is refused. A symbol of the process object says who was first: it cannot be
 * enumerated and is the same for every copy.
 */

import { UserError } from '../diagnostics/user-error.ts'
import { defineProperty, getOwnPropertyDescriptor } from '../instrument/patch/originals.ts'

const claim = Symbol.for('jsmop.runtime')

/** Whether this thread is monitored, by any copy. */
export function isClaimed(): boolean {
  return getOwnPropertyDescriptor(process, claim) !== undefined
}

/** Throws when another copy is at work in this thread. */
export function claimThread(): void {
  const other = getOwnPropertyDescriptor(process, claim)?.value as string | undefined
  if (other !== undefined) {
    throw new UserError({
      code: 'second-runtime',
      message: `JSMOP is already monitoring this thread, from ${other}; ${import.meta.url} is a second copy`,
      remedy: 'Keep one installed copy of jsmop (`npm ls jsmop` shows all) and activate it once.',
    })
  }
  defineProperty(process, claim, { value: import.meta.url, enumerable: false, configurable: true, writable: false })
}
