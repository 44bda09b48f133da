import http from 'node:http'

const server = http.createServer((_, response) => response.end('oops')).listen(0)
const response = await fetch(`http://127.0.0.1:${server.address().port}`)
const text = await response.text()
try {
  JSON.parse(text)
} catch {
  console.log(text)
}
const original = new Response('{}')
const copy = original.clone()
await original.json()
await copy.json()
// Nothing to use up.
const empty = new Response(null, { status: 204 })
await empty.text()
await empty.text()
server.close()
