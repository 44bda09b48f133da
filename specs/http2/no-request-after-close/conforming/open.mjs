import http2 from 'node:http2'

const server = http2.createServer((request, response) => response.end())
server.listen(0, () => {
  const session = http2.connect(`http://localhost:${server.address().port}`)
  session.on('error', () => {})
  const request = session.request({ ':path': '/' })
  request.on('close', () => session.close())
  request.on('error', () => {})
  request.resume()
  session.on('close', () => server.close())
})
