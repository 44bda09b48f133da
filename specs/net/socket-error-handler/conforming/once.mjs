import net from 'node:net'

const server = net.createServer((socket) => {
  socket.once('error', (error) => console.error(error.code))
  socket.resume().on('close', () => server.close())
  socket.write('hello')
})
server.listen(0, () => {
  const client = net.connect(server.address().port)
  client.on('error', () => {})
  client.once('data', () => client.resetAndDestroy())
})
