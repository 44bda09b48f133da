import http from 'node:http'
import { PassThrough } from 'node:stream'

const server = http.createServer((request, response) => request.resume().on('end', () => response.end()))
server.listen(0, () => {
  const { port } = server.address()
  const request = http.request({ port, method: 'DELETE', agent: false })
  request.on('error', () => {})
  request.on('response', (response) => response.resume())
  request.end()
  const upload = http.request({ port, method: 'PUT', agent: false }, (response) => response.resume())
  upload.on('error', () => {})
  const body = new PassThrough()
  body.pipe(upload)
  body.end('body')
  let open = 2
  for (const one of [request, upload]) one.on('close', () => (open -= 1) === 0 && server.close())
})
