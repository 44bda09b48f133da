import { once } from 'node:events'
import http from 'node:http'

const server = http.createServer((request, response) => {
  if (request.url !== '/known') {
    response.statusCode = 404
    return response.end('not found')
  }
  response.end('found')
  response.end()
})
server.listen(0)
await once(server, 'listening')
for (const path of ['/', '/known']) {
  const [response] = await once(http.get({ port: server.address().port, path, agent: false }).on('error', () => {}), 'response')
  response.resume()
  await once(response, 'end')
}
server.close()
