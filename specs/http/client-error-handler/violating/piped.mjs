// The listener that `pipe` adds emits the error again where it is the only one: Node's, and that of streams of the old kind.
import http from 'node:http'
import { Readable, Stream } from 'node:stream'

const server = http.createServer((request, response) => request.resume().on('end', () => response.end()))
const address = () => ({ port: server.address().port, agent: false, method: 'POST' })
const slowly = async function* () {
  for (const text of ['one', 'two']) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    yield text
  }
}
server.listen(0, () => {
  const request = http.request(address(), (response) => { // violation
    response.resume()
  })
  Readable.from(slowly()).pipe(request).on('close', () => {
    const old = new Stream()
    const other = http.request(address(), (response) => { // violation
      response.resume()
    })
    old.pipe(other).on('close', () => server.close())
    old.emit('data', 'text')
    setTimeout(() => old.emit('end'), 30)
  })
})
