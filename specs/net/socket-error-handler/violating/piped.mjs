// The listener that `pipe` adds emits the error again where it is the only one.
import net from 'node:net'

const server = net.createServer((socket) => { // violation
  socket.pipe(socket)
})
server.listen(0, () => {
  const client = net.connect(server.address().port, () => client.end('x'))
  client.on('error', () => {})
  client.resume().on('close', () => server.close())
})
