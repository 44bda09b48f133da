/**
 * Two protocols of the catalogue, `stream/no-write-after-end` and `events/remove-listener-identity`, written by hand as an
 * analysis that is told of each call: what a user of an instrumentation framework would write. `jalangi2.cjs` and `aran.cjs`
 * call it; what it found goes to the file that `JSMOP_PEER_FINDINGS` names.
 */

const { EventEmitter } = require('node:events')
const { appendFileSync } = require('node:fs')
const { Writable } = require('node:stream')

const { on, once, prependListener, prependOnceListener, removeListener, listenerCount, listeners } =
  EventEmitter.prototype
const { write, end } = Writable.prototype
const { toString } = Function.prototype
const adders = new Set([on, once, prependListener, prependOnceListener])

const ended = new WeakSet()
const added = new WeakMap()
const findings = new Set()

/** Before a call, with where the call is. */
exports.beforeCall = (callee, receiver, args, place) => {
  if (callee === write) {
    if (ended.has(receiver)) findings.add(`stream/no-write-after-end ${place()}`)
  } else if (callee === end) ended.add(receiver)
  else if (adders.has(callee)) {
    if (typeof args[1] !== 'function') return
    if (!added.has(receiver)) added.set(receiver, new WeakSet())
    added.get(receiver).add(args[1])
  } else if (callee === removeListener && !added.get(receiver)?.has(args[1]) && leavesTwin(receiver, ...args))
    findings.add(`events/remove-listener-identity ${place()}`)
}

/** Whether a listener with the same name and text, but another function, listens there. */
function leavesTwin(emitter, event, listener) {
  if (typeof listener !== 'function') return false
  if (listenerCount.call(emitter, event) === 0 || listenerCount.call(emitter, event, listener) > 0) return false
  const text = toString.call(listener)
  return listeners.call(emitter, event).some((other) => other.name === listener.name && toString.call(other) === text)
}

process.once('exit', () => {
  const file = process.env.JSMOP_PEER_FINDINGS
  if (file !== undefined && findings.size > 0) appendFileSync(file, `${[...findings].join('\n')}\n`)
})
