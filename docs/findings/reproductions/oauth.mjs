// npm: oauth@0.10.2
// The body of an OAuth 2 answer loses characters at the ends of chunks.
// sees: replacement characters in the answer
import assert from 'node:assert'
import http from 'node:http'
import oauth from 'oauth'

const body = JSON.stringify({ name: '€'.repeat(200_000) })
const server = http
  .createServer((request, response) => response.end(body))
  .listen(0, () => {
    const url = `http://localhost:${server.address().port}`
    new oauth.OAuth2('id', 'secret', url).get(`${url}/me`, 'token', (error, data) => {
      server.close()
      assert.ok(data === body, `${data.split('\uFFFD').length - 1} replacement characters in the answer`)
    })
  })
