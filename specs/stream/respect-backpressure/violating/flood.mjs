import { Writable } from 'node:stream'

const slow = new Writable({ highWaterMark: 1024, write: (chunk, encoding, done) => setImmediate(done) })
for (let i = 0; i < 500; i += 1) {
  slow.write(`row ${i} of a table that is longer than the buffer\n`) // violation
}
