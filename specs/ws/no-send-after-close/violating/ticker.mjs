import { WebSocket, WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (socket) => {
  socket.on('error', () => {})
  const timer = setInterval(() => socket.send('tick'), 5) // violation
  socket.on('close', () => setTimeout(() => clearInterval(timer), 30))
})
server.on('listening', () => {
  const client = new WebSocket(`ws://127.0.0.1:${server.address().port}`)
  client.once('message', () => {
    client.close()
    server.close()
  })
})
