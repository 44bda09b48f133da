import http from 'node:http'

const server = http.createServer((_, response) => response.end()).listen(0)
const request = new Request(`http://127.0.0.1:${server.address().port}`, { method: 'POST', body: 'order' })
for (let attempt = 0; attempt < 2; attempt += 1) {
  try {
    const response = await fetch(request) // violation
    await response.text()
  } catch {}
}
server.close()
