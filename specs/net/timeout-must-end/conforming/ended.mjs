import net from 'node:net'

const server = net.createServer((socket) => socket.on('error', () => {}).resume())
server.listen(0, () => {
  const client = net.connect(server.address().port)
  client.on('error', () => {})
  client.setTimeout(10)
  client.on('timeout', () => client.end())
  client.resume().on('close', () => server.close())
})
