import { WebSocket, WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (socket) => socket.on('error', () => {}))
function stop() {
  for (const socket of server.clients) socket.terminate()
  server.close(() => console.log('closed'))
}
server.on('listening', () => {
  const client = new WebSocket(`ws://127.0.0.1:${server.address().port}`)
  client.on('open', () => stop())
})
