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
