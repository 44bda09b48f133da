import { once } from 'node:events'
import http from 'node:http'

const server = http.createServer((request, response) => response.end('hello'))
server.listen(0)
await once(server, 'listening')
const { port } = server.address()
const request = http.get({ port, agent: false })
const [response] = await once(request, 'response')
response.resume()
await once(response, 'end')
server.close()
await once(server, 'close')
// Nobody listens there any more: the listener hears of it, and is gone.
http.get({ port, agent: false }).once('error', (error) => console.error(error.code))
try {
  await once(http.get({ port, agent: false }), 'response')
} catch (error) {
  console.error(error.code)
}
