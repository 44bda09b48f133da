// needs a process: the socket never closes.
import http from 'node:http'
import net from 'node:net'

const server = http.createServer()
server.on('clientError', (error) => { // violation
  console.error(error.code)
})
server.on('clientError', () => setTimeout(() => process.exit(), 20))
server.listen(0, () => {
  const client = net.connect(server.address().port, () => client.write('no request\r\n\r\n'))
  client.on('error', () => {})
  server.unref()
})
