import { once } from 'node:events'
import http from 'node:http'

const server = http.createServer((request, response) => {
  if (request.url !== '/known') response.writeHead(404)
  try {
    response.writeHead(200) // violation
  } catch {}
  response.end()
})
server.listen(0)
await once(server, 'listening')
const [response] = await once(http.get({ port: server.address().port, agent: false }).on('error', () => {}), 'response')
response.resume()
await once(response, 'end')
server.close()
