// npm: @fastify/http-proxy@11.6.3 fastify@5.12.8 ws@8.22.2
// After a reconnection the listeners of the lost connection stay on the client's socket: a message is handled twice.
// sees: a message was handled 2 times
import assert from 'node:assert'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import proxy from '@fastify/http-proxy'
import Fastify from 'fastify'
import { WebSocket, WebSocketServer } from 'ws'

const upstream = new WebSocketServer({ port: 0 })
upstream.once('connection', (socket) => setTimeout(200).then(() => socket.close())) // the first connection is lost
let handled = 0
let reconnected
const reconnection = new Promise((resolve) => (reconnected = resolve))
const app = Fastify()
app.register(proxy, {
  upstream: `ws://localhost:${upstream.address().port}`,
  websocket: true,
  wsReconnect: { pingInterval: 200, reconnectInterval: 100, maxReconnectionRetries: 5, reconnectOnClose: true },
  wsHooks: { onIncomingMessage: () => (handled += 1), onReconnect: () => reconnected() },
})
await app.listen({ port: 0 })
const client = new WebSocket(`ws://localhost:${app.server.address().port}/`)
await once(client, 'open')
await reconnection
client.send('hello')
await setTimeout(500)
assert.ok(handled === 1, `a message was handled ${handled} times`)
process.exit()
