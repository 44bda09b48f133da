const http = require('node:http')
const { pipeline } = require('node:stream/promises')
const { PassThrough } = require('node:stream')
const { request, getGlobalDispatcher } = require('undici')

const server = http.createServer((_, response) => response.end('x'.repeat(1000))).listen(0)
async function isUp(address) {
  const { statusCode, body } = await request(address)
  await body.dump()
  return statusCode === 200
}
async function main() {
  const address = `http://127.0.0.1:${server.address().port}`
  await isUp(address)
  for await (const chunk of (await request(address)).body) chunk.toString()
  await pipeline((await request(address)).body, new PassThrough().resume())
  ;(await request(address)).body.on('error', () => {}).destroy()
  await getGlobalDispatcher().close()
  server.close()
}

main()
