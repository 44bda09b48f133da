// needs a process: the response never ends.
import http from 'node:http'

const server = http.createServer((request, response) => response.end('x'.repeat(100_000)))
server.listen(0, () => {
  const request = http.get({ port: server.address().port, agent: false }) // violation
  request.on('error', () => {})
  request.on('response', (response) => console.log(response.statusCode))
  request.on('response', () => setTimeout(() => process.exit(), 20))
  server.unref()
})
