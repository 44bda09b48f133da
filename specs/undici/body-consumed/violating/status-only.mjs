import http from 'node:http'
import { request } from 'undici'

const server = http.createServer((_, response) => response.end('x'.repeat(1000))).listen(0)
async function isUp(address) {
  const { statusCode } = await request(address) // violation
  return statusCode === 200
}
await isUp(`http://127.0.0.1:${server.address().port}`)
server.closeAllConnections()
server.close()
