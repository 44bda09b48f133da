const { WebSocket, WebSocketServer } = require('ws')

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (socket) => {
  socket.on('error', () => {})
  const timer = setInterval(() => socket.send('tick'), 5)
  socket.on('close', () => clearInterval(timer))
})
server.on('listening', () => {
  const client = new WebSocket(`ws://127.0.0.1:${server.address().port}`)
  client.once('message', () => {
    client.send('bye')
    client.close()
    if (client.readyState === WebSocket.OPEN) client.send('never')
    server.close()
  })
})
