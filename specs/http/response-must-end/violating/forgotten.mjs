// needs a process: the request never ends.
import http from 'node:http'

const server = http.createServer((request, response) => { // violation
  if (request.method === 'GET') response.end('hello')
})
server.on('request', () => setTimeout(() => process.exit(), 20))
server.unref()
server.listen(0, () => {
  const request = http.request({ port: server.address().port, method: 'POST', agent: false })
  request.on('error', () => {})
  request.end()
})
