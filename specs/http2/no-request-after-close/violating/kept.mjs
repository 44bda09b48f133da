import http2 from 'node:http2'

const server = http2.createServer((request, response) => response.end())
server.listen(0, () => {
  const session = http2.connect(`http://localhost:${server.address().port}`)
  session.on('error', () => {})
  session.close()
  try {
    session.request({ ':path': '/' }).on('error', () => {}) // violation
  } catch {}
  session.on('close', () => server.close())
})
