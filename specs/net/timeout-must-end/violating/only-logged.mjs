// needs a process: the socket never closes.
import net from 'node:net'

const server = net.createServer((socket) => socket.on('error', () => {}))
server.listen(0, () => {
  const client = net.connect(server.address().port)
  client.on('error', () => {})
  client.setTimeout(10) // violation
  client.on('timeout', () => console.error('idle'))
  client.on('timeout', () => setTimeout(() => process.exit(), 20))
  server.unref()
})
