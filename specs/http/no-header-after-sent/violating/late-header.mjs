import { once } from 'node:events'
import http from 'node:http'

const server = http.createServer((request, response) => {
  response.write('hello')
  try {
    response.setHeader('x-time', '5') // violation
  } catch {}
  response.end()
})
server.listen(0)
await once(server, 'listening')
const [response] = await once(http.get({ port: server.address().port, agent: false }).on('error', () => {}), 'response')
response.resume()
await once(response, 'end')
server.close()
