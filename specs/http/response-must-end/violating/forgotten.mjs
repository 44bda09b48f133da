// needs a process: the request never ends.
import http from 'node:http'

const server = http.createServer((request, response) => { // violation
  if (request.method === 'GET') response.end('hello')
})
server.listen(0, () => {
  const request = http.request({ port: server.address().port, method: 'POST', agent: false })
  request.on('error', () => {})
  request.end()
  setTimeout(() => process.exit(), 100)
})
