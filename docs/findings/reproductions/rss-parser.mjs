// npm: rss-parser@3.13.0
// Each call that is rejected for its status leaves a connection open for as long as the server allows.
// sees: 20 connections are still open
import assert from 'node:assert'
import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import Parser from 'rss-parser'

const server = http.createServer((request, response) => {
  response.statusCode = 404
  response.end('x'.repeat(10_000_000))
})
server.listen(0, async () => {
  const url = `http://localhost:${server.address().port}/`
  const parser = new Parser({ timeout: 1000 })
  for (let call = 0; call < 20; call += 1) await parser.parseURL(url).catch(() => {})
  await setTimeout(10_000) // longer than idle connections are kept
  const open = await promisify(server.getConnections.bind(server))()
  server.closeAllConnections()
  server.close()
  assert.ok(open === 0, `${open} connections are still open`)
})
