// npm: websocket@1.0.34
// Each connection that the server refuses with a body stays open for as long as the server allows.
// sees: 20 connections are still open
import assert from 'node:assert'
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import websocket from 'websocket'

const server = http.createServer((request, response) => response.writeHead(403).end('x'.repeat(10_000_000)))
server.on('upgrade', (request, socket) =>
  socket.write(`HTTP/1.1 403 No\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(1000000)}`),
)
server.listen(0, async () => {
  for (let call = 0; call < 20; call += 1) {
    const client = new websocket.client()
    client.connect(`ws://localhost:${server.address().port}/`)
    await once(client, 'connectFailed')
  }
  await setTimeout(10_000) // longer than idle connections are kept
  const open = await promisify(server.getConnections.bind(server))()
  assert.ok(open === 0, `${open} connections are still open`)
  process.exit()
})
