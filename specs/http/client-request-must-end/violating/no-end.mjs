// needs a process: the request never ends.
import http from 'node:http'

const server = http.createServer((request, response) => response.end())
server.listen(0, () => {
  const request = http.request({ port: server.address().port, method: 'DELETE', agent: false }) // violation
  request.on('error', () => {})
  request.on('response', () => console.log('deleted'))
  setTimeout(() => process.exit(), 100)
  server.unref()
})
