// needs a process: the request never ends.
import http from 'node:http'
import net from 'node:net'

// Takes connections, and never answers.
const server = net.createServer((socket) => socket.on('error', () => {}))
server.listen(0, () => {
  const request = http.get({ port: server.address().port, timeout: 10, agent: false }) // violation
  request.on('error', () => {})
  request.on('timeout', () => console.error('too slow'))
  request.on('timeout', () => setTimeout(() => process.exit(), 20))
  server.unref()
})
