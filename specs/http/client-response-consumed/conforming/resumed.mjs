import http from 'node:http'

const server = http.createServer((request, response) => response.end('x'.repeat(100_000)))
server.listen(0, () => {
  const request = http.get({ port: server.address().port, agent: false })
  request.on('error', () => {})
  request.on('response', (response) => {
    console.log(response.statusCode)
    response.resume()
  })
  request.on('close', () => server.close())
})
