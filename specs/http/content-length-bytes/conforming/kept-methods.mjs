import { once } from 'node:events'
import http from 'node:http'
import { Readable } from 'node:stream'

// Node writes what is piped; after that, as `express-session` does, a middleware writes by the methods that it replaced.
const server = http.createServer((request, response) => {
  const _write = response.write
  const _end = response.end
  if (request.url === '/piped') {
    Readable.from(['he', 'llo'])
      .on('end', () => _end.call(response))
      .pipe(response, { end: false })
  } else {
    response.setHeader('content-length', 5)
    _write.call(response, 'hell')
    _end.call(response, 'o')
  }
})
server.listen(0)
await once(server, 'listening')
for (const path of [...Array(24).fill('/piped'), '/written']) {
  const request = http.get({ port: server.address().port, path, agent: false }).on('error', () => {})
  const [response] = await once(request, 'response')
  response.resume()
  await once(response, 'end')
}
server.close()
