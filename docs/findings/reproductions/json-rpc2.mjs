// npm: json-rpc2@2.0.0
// The result of a call loses characters at the ends of chunks.
// sees: replacement characters in the result
import assert from 'node:assert'
import rpc from 'json-rpc2'

const text = '€'.repeat(200_000)
const server = rpc.Server.$create()
server.expose('text', (args, options, callback) => callback(null, text))
const listening = server.listen(8123, 'localhost')
listening.once('listening', () =>
  rpc.Client.$create(8123, 'localhost').call('text', [], (error, result) => {
    listening.close()
    assert.ok(result === text, `${result.split('\uFFFD').length - 1} replacement characters in the result`)
  }),
)
