import http from 'node:http'

const server = http
  .createServer((request, response) => response.writeHead(request.url === '/bad' ? 503 : 200).end('{"total":1}'))
  .listen(0)
const address = `http://127.0.0.1:${server.address().port}`
async function load(path) {
  const response = await fetch(address + path)
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}
await load('/good')
await load('/bad').catch(() => {})
// The request succeeded.
await (await fetch(address)).json()
// Made by the program itself, which knows the status.
await new Response('{}', { status: 500 }).json()
server.close()
