import { WebSocket, WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (socket) => {
  socket.on('error', console.error)
  socket.on('message', (data) => socket.send(data))
})
server.on('listening', () => {
  const client = new WebSocket(`ws://127.0.0.1:${server.address().port}`)
  client.on('open', () => client.send('hello'))
  client.on('message', () => {
    client.close()
    server.close()
  })
})
