/**
 * Calls a function when the process ends, after the program's own `exit` listeners, whichever way it ends: `process.emit`,
 * which Node reads to tell of the end even if the program removed all listeners, or `process.reallyExit`, which every
 * `process.exit` comes to. A killed process ends without; what it had seen is written.
 *
 * Nothing listens: a listener would count (`process.listenerCount('exit')`, the warning about too many). And nothing
 * stands in the way of other emissions: reading `emit` gives what it would have given until the process is ending.
 */

import { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } from '../instrument/patch/originals.ts'
import { disguise } from '../instrument/patch/disguise.ts'

type Emit = (this: unknown, ...args: unknown[]) => unknown

export function finishAtExit(finish: () => void): void {
  const above = getPrototypeOf(process)
  if (above !== null) watchEmit(above, finish)
  const descriptor = getOwnPropertyDescriptor(process, 'reallyExit')
  if (typeof descriptor?.value !== 'function') return
  const original = descriptor.value as (code?: number) => never
  const { reallyExit } = {
    reallyExit(this: NodeJS.Process, ...args: [number?]): never {
      finish()
      return Reflect.apply(original, this, args)
    },
  }
  defineProperty(process, 'reallyExit', { ...descriptor, value: disguise(reallyExit, original) })
}

/** Puts an accessor on the object between `process` and the emitters; what the program assigns is kept on `process` itself. */
function watchEmit(above: object, finish: () => void): void {
  defineProperty(
    above,
    'emit',
    accessor(() => (getPrototypeOf(above) as { emit: Emit }).emit, finish),
  )
}

function accessor(emit: () => Emit, finish: () => void): PropertyDescriptor {
  return {
    configurable: true,
    enumerable: false,
    get: () => {
      const current = emit()
      return isEnding() && typeof current === 'function' ? finishing(current, finish) : current
    },
    set(this: object, value: Emit) {
      // A tool that follows the end of the process (signal-exit) puts its own function here, and takes it away again.
      defineProperty(this, 'emit', { ...accessor(() => value, finish), enumerable: true })
    },
  }
}

function isEnding(): boolean {
  return (process as unknown as { _exiting?: boolean })._exiting === true
}

function finishing(emit: Emit, finish: () => void): Emit {
  return disguise(function (this: unknown, ...args: unknown[]): unknown {
    try {
      return apply(emit, this, args)
    } finally {
      if (args[0] === 'exit') finish()
    }
  }, emit)
}
