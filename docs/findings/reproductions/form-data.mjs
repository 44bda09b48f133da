// npm: form-data@4.0.6
// A connection that breaks after the response began ends the process, although a callback was given.
// sees: Error: read ECONNRESET
import http from 'node:http'
import FormData from 'form-data'

const server = http.createServer((request, response) => {
  response.writeHead(413).flushHeaders() // too large: answers early, then gives up
  setTimeout(() => request.socket.resetAndDestroy(), 200)
})
server.listen(0, () => {
  const form = new FormData()
  form.append('file', Buffer.alloc(50_000_000))
  form.submit(`http://localhost:${server.address().port}/`, (error, response) => {
    console.log('called back with', error ?? response.statusCode)
    response?.on('error', () => {})
    server.close()
  })
})
