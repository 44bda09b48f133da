import http from 'node:http'
import request from 'superagent'

const server = http.createServer((_, response) => response.end('ok')).listen(0)
const address = `http://127.0.0.1:${server.address().port}`
const sent = request.get(address)
sent.end(() => {})
await sent.then(() => {}).catch(() => {}) // violation
server.close()
