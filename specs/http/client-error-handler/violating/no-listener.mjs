import http from 'node:http'

const server = http.createServer((request, response) => response.end('hello'))
server.listen(0, () => {
  http.get({ port: server.address().port, agent: false }, (response) => { // violation
    response.resume()
  }).on('close', () => server.close())
})
