function sleep(duration, signal) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, duration)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
await sleep(1, AbortSignal.abort()).catch(() => {})
await sleep(1, new AbortController().signal)
// Aborted after the listener was added.
const controller = new AbortController()
const slept = sleep(50, controller.signal).catch(() => {})
controller.abort()
await slept
// Looked at after the listener was added, in the same turn.
const late = AbortSignal.abort()
const stop = () => {}
late.addEventListener('abort', stop)
if (late.aborted) stop()
