import { once } from 'node:events'
import http from 'node:http'

// As `on-headers` does: ending the response writes its head, and a listener adds to it in time.
const server = http.createServer((request, response) => {
  const { writeHead, setHeader } = response
  response.writeHead = function (...head) {
    setHeader.call(this, 'x-time', '5')
    return writeHead.apply(this, head)
  }
  response.end('hello')
})
server.listen(0)
await once(server, 'listening')
const [response] = await once(http.get({ port: server.address().port, agent: false }).on('error', () => {}), 'response')
response.resume()
await once(response, 'end')
server.close()
