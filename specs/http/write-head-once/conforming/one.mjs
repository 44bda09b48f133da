import { once } from 'node:events'
import http from 'node:http'

const server = http.createServer((request, response) => {
  response.writeHead(request.url === '/known' ? 200 : 404)
  response.end()
})
server.listen(0)
await once(server, 'listening')
const [response] = await once(http.get({ port: server.address().port, agent: false }).on('error', () => {}), 'response')
response.resume()
await once(response, 'end')
server.close()
// A head that was refused was not written.
const invalid = http.createServer((_, response) => {
  try {
    response.writeHead(200, { 'x-name': 'Z\n' })
  } catch {
    response.writeHead(500)
  }
  response.end()
})
invalid.listen(0)
await once(invalid, 'listening')
const [failed] = await once(http.get({ port: invalid.address().port, agent: false }).on('error', () => {}), 'response')
failed.resume()
await once(failed, 'end')
invalid.close()
