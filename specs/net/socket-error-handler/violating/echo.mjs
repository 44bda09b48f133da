import net from 'node:net'

const server = net.createServer((socket) => { // violation
  socket.on('data', (data) => socket.end(data))
})
server.listen(0, () => {
  const client = net.connect(server.address().port, () => client.end('x'))
  client.on('error', () => {})
  client.resume().on('close', () => server.close())
})
