import { once } from 'node:events'
import { Writable } from 'node:stream'

const slow = new Writable({ highWaterMark: 1024, write: (chunk, encoding, done) => setImmediate(done) })
for (let i = 0; i < 500; i += 1) {
  if (!slow.write(`row ${i} of a table that is longer than the buffer\n`)) await once(slow, 'drain')
}
for (let i = 0; i < 60; i += 1) slow.write(`a burst that is longer than the buffer\n`)
