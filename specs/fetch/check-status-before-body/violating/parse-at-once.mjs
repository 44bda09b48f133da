import http from 'node:http'

const server = http.createServer((_, response) => response.writeHead(503).end('{"error":"busy"}')).listen(0)
const address = `http://127.0.0.1:${server.address().port}`
const response = await fetch(address)
const { total } = await response.json() // violation
console.log(total)
await fetch(address).then((answer) => answer.text()) // violation
server.close()
