/**
 * Whether an emitter has a listener for `error` that keeps it from ending the process, for conditions of specs. The one that
 * `pipe` adds to where it writes is none: it emits the error again where nobody else listens.
 */

import type { EventEmitter } from 'node:events'
import { readData } from './expression/read-data.ts'

const toText = Reflect.get(Function.prototype, 'toString')

export function hearsErrors(emitter: unknown): boolean {
  return (emitter as EventEmitter).listeners('error').some((listener) => !isOfPipe(listener))
}

const asksOthers = /listenerCount(?:\?\.)?\((?:dest|this)?(?:, )?'error'\) === 0/i

/** Node's, that of `readable-stream` and that of streams of the old kind ask alike whether they are the last. */
function isOfPipe(listener: Function): boolean {
  return readData(listener, 'name') === 'onerror' && asksOthers.test(Reflect.apply(toText, listener, []))
}
