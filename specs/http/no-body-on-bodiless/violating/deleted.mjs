import http from 'node:http'

const server = http.createServer((request, response) => {
  response.statusCode = 204
  response.end('deleted') // violation
})
server.listen(0, () => {
  const request = http.get({ port: server.address().port, agent: false }, (response) => response.resume())
  request.on('error', () => {})
  request.on('close', () => server.close())
})
