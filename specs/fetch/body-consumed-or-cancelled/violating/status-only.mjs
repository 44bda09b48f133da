import http from 'node:http'

const server = http.createServer((_, response) => response.end('x'.repeat(1000))).listen(0)
const address = `http://127.0.0.1:${server.address().port}`
async function isUp() {
  const response = await fetch(address) // violation
  return response.ok
}
await isUp()
await isUp()
server.closeAllConnections()
server.close()
