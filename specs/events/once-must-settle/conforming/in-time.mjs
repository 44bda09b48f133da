import { EventEmitter, once } from 'node:events'

const server = new EventEmitter()
async function start() {
  const ready = once(server, 'ready')
  server.emit('ready')
  await ready
}
await start()
await Promise.all([once(server, 'error').catch(() => {}), server.emit('error', new Error('heard'))])
const stop = new AbortController()
once(server, 'late', { signal: stop.signal }).catch(() => {})
stop.abort()
async function withTimeout(promise, milliseconds) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, milliseconds, 'timeout'))])
}
await withTimeout(once(server, 'unexpected'), 10)
await Promise.race([Promise.resolve('first'), once(server, 'unexpected')])
await Promise.race([once(server, 'unexpected'), once(server, 'unknown'), Promise.resolve('first'), once(server, 'unseen')])
await Promise.any([once(server, 'unexpected'), Promise.resolve('first')])
