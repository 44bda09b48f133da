import http from 'node:http'
import net from 'node:net'

const server = http.createServer()
server.on('clientError', (error, socket) => {
  socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
})
server.listen(0, () => {
  const client = net.connect(server.address().port, () => client.write('no request\r\n\r\n'))
  client.on('error', () => {})
  client.resume()
  client.on('close', () => server.close())
})
