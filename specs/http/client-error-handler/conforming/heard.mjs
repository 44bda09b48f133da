import { pipeline, PassThrough } from 'node:stream'
import http from 'node:http'

const server = http.createServer((request, response) => response.end('hello'))
server.listen(0, () => {
  const request = http.get({ port: server.address().port, agent: false }, (response) => response.resume())
  request.on('error', (error) => console.error(error.message))
  request.on('close', () => server.close())
  const post = http.request({ port: server.address().port, method: 'POST', agent: false }, (response) => response.resume())
  post.on('error', () => {})
  pipeline(new PassThrough().end('body'), post, () => {})
})
