import http2 from 'node:http2'

const server = http2.createServer()
server.on('stream', (stream, headers) => {
  stream.on('error', () => {})
  stream.respond({ ':status': headers[':path'] === '/known' ? 200 : 404 })
  stream.end()
})
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`)
  client.on('error', () => {})
  const request = client.request({ ':path': '/' })
  request.on('error', () => {})
  request.resume().on('close', () => {
    client.close()
    server.close()
  })
})
