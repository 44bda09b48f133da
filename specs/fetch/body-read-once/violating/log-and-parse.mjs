import http from 'node:http'

const server = http.createServer((_, response) => response.end('oops')).listen(0)
const address = `http://127.0.0.1:${server.address().port}`
const response = await fetch(address)
try {
  await response.json()
} catch {
  await response.text().catch(() => {}) // violation
}
const made = new Response('text')
await made.text()
await made.arrayBuffer().catch(() => {}) // violation
const request = new Request(address, { method: 'POST', body: 'a=1' })
await request.text()
await request.text().catch(() => {}) // violation
server.close()
