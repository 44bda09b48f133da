import http from 'node:http'

const server = http.createServer(() => {})
server.on('request', (request, response) => setTimeout(() => response.end(), 100))
server.listen(0, () => {
  const request = http.get({ port: server.address().port, timeout: 10, agent: false })
  request.on('error', () => {})
  request.on('timeout', () => request.destroy(new Error('too slow')))
  request.on('close', () => server.close())
})
