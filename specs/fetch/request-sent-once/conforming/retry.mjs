import http from 'node:http'

const server = http.createServer((_, response) => response.end()).listen(0)
const address = `http://127.0.0.1:${server.address().port}`
const request = new Request(address, { method: 'POST', body: 'order' })
for (let attempt = 0; attempt < 2; attempt += 1) {
  const response = await fetch(request.clone())
  await response.text()
}
// Without a body a request can be sent again and again.
const plain = new Request(address)
await (await fetch(plain)).text()
await (await fetch(plain)).text()
await (await fetch(address)).text()
await (await fetch(new URL(address))).text()
server.close()
