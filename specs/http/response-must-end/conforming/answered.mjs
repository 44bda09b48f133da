import { once } from 'node:events'
import http from 'node:http'

const server = http.createServer((request, response) => {
  if (request.method === 'GET') response.end('hello')
  else response.writeHead(405).end()
})
server.listen(0)
await once(server, 'listening')
for (const method of ['GET', 'POST']) {
  const request = http.request({ port: server.address().port, method, agent: false })
  request.on('error', () => {})
  request.end()
  const [response] = await once(request, 'response')
  response.resume()
  await once(response, 'end')
}
server.close()
