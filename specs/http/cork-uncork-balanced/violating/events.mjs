// needs a process: the response never ends.
import http from 'node:http'

const server = http.createServer((request, response) => { // violation by http/response-must-end
  function send(lines) {
    response.cork() // violation
    for (const line of lines) {
      if (line === '') return
      response.write(`data: ${line}\n\n`)
    }
    response.uncork()
  }
  send(['a', 'b'])
  send(['a', ''])
  setTimeout(() => process.exit(), 20)
})
server.unref()
server.listen(0, () => {
  http.get({ port: server.address().port, agent: false }, (response) => response.resume()).on('error', () => {})
})
