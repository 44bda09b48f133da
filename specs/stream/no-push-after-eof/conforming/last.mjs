import { PassThrough, Readable } from 'node:stream'

const rows = new Readable({ objectMode: true, read() {} })
rows.push({ id: 1 })
setTimeout(() => {
  rows.push({ id: 2 })
  rows.push(null)
}, 1)
rows.resume()
// Twice the end, and a stream that Node feeds.
const empty = new Readable({ read() {} })
empty.push(null)
empty.push(null)
empty.resume()
new PassThrough().end('text')
