import http from 'node:http'

const server = http.createServer((request, response) => {
  function send(lines) {
    response.cork()
    for (const line of lines) response.write(`data: ${line}\n\n`)
    response.uncork()
  }
  send(['a', 'b'])
  send(['c'])
  response.cork()
  response.write('last')
  response.end()
})
server.listen(0, () => {
  const request = http.get({ port: server.address().port, agent: false }, (response) => response.resume())
  request.on('error', () => {})
  request.on('close', () => server.close())
})
