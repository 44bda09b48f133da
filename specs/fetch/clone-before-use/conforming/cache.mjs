import http from 'node:http'

const server = http.createServer((_, response) => response.end('{}')).listen(0)
const cache = new Map()
async function cached(address) {
  const response = await fetch(address)
  cache.set(address, response.clone())
  return response.json()
}
await cached(`http://127.0.0.1:${server.address().port}`)
for (const kept of cache.values()) await kept.text()
const empty = new Response(null)
await empty.text()
empty.clone()
server.close()
