/**
 * Ends a session when the process ends, whichever way it can notice: the `exit` event, or `process.reallyExit`, which
 * every `process.exit` comes to even if the program removed all listeners. A killed process ends without; what it had
 * seen is written.
 */

import { defineProperty, getOwnPropertyDescriptor } from '../instrument/patch/originals.ts'
import { disguise } from '../instrument/patch/disguise.ts'
import type { Session } from './session.ts'

export function finishAtExit(session: Session): void {
  process.on('exit', () => session.finish())
  const descriptor = getOwnPropertyDescriptor(process, 'reallyExit')
  if (typeof descriptor?.value !== 'function') return
  const original = descriptor.value as (code?: number) => never
  const { reallyExit } = {
    reallyExit(this: NodeJS.Process, ...args: [number?]): never {
      session.finish()
      return Reflect.apply(original, this, args)
    },
  }
  defineProperty(process, 'reallyExit', { ...descriptor, value: disguise(reallyExit, original) })
}
