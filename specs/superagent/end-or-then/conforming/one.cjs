const http = require('node:http')
const request = require('superagent')

const server = http.createServer((_, response) => response.end('ok')).listen(0)

async function main() {
  const address = `http://127.0.0.1:${server.address().port}`
  const response = await request.get(address)
  await new Promise((resolve) => request.get(address).end(resolve))
  console.log(response.text)
  const sent = request.get(address)
  await Promise.all([sent.then(() => {}), sent.then(() => {})])
  server.close()
}

main()
