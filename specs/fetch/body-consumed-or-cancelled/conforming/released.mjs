import http from 'node:http'

const server = http
  .createServer((request, response) => {
    if (request.url === '/none') response.writeHead(204).end()
    else response.end('x'.repeat(1000))
  })
  .listen(0)
const address = `http://127.0.0.1:${server.address().port}`
async function isUp() {
  const response = await fetch(address)
  await response.body?.cancel()
  return response.ok
}
await isUp()
await (await fetch(address)).text()
for await (const chunk of (await fetch(address)).body) chunk.length
// Without a body the connection is free at once.
await fetch(`${address}/none`)
await fetch(address, { method: 'HEAD' })
await fetch('http://127.0.0.1:1').catch(() => {})
server.close()
