import http from 'node:http'

const server = http.createServer((_, response) => response.end('{}')).listen(0)
const cache = new Map()
async function cached(address) {
  const response = await fetch(address)
  const data = await response.json()
  cache.set(address, response.clone()) // violation
  return data
}
await cached(`http://127.0.0.1:${server.address().port}`).catch(() => {})
const request = new Request('http://127.0.0.1:1', { method: 'POST', body: 'a' })
await request.text()
try {
  request.clone() // violation
} catch {}
server.close()
