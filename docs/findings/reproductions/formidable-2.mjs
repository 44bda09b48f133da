// npm: formidable@2.1.5
// A value in a JSON body loses characters at the ends of chunks.
// sees: replacement characters in the field
import assert from 'node:assert'
import http from 'node:http'
import parseForm from 'formidable'

const name = '€'.repeat(200_000)
const server = http.createServer((request, response) =>
  parseForm().parse(request, (error, fields) => {
    response.end()
    server.close()
    const seen = String(fields.name)
    assert.ok(seen === name, `${seen.split('\uFFFD').length - 1} replacement characters in the field`)
  }),
)
server.listen(0, () => {
  const headers = { 'content-type': 'application/json', connection: 'close' }
  http
    .request({ port: server.address().port, method: 'POST', headers }, (response) => response.resume())
    .on('error', () => {})
    .end(JSON.stringify({ name }))
})
