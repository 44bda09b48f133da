import { WebSocket, WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (socket) => socket.on('error', () => {}))
function stop() {
  server.close(() => console.log('closed')) // violation
}
server.on('listening', () => {
  const client = new WebSocket(`ws://127.0.0.1:${server.address().port}`)
  client.on('open', () => {
    stop()
    setTimeout(() => process.exit(0), 50)
  })
})
