import http2 from 'node:http2'

const server = http2.createServer()
server.on('stream', (stream, headers) => {
  stream.on('error', () => {})
  if (headers[':path'] !== '/known') stream.respond({ ':status': 404 })
  try {
    stream.respond({ ':status': 200 }) // violation
  } catch {}
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
