import { PassThrough, Readable } from 'node:stream'

const log = new PassThrough()
log.resume()
const say = (text) => {
  if (!log.writableEnded) log.write(text)
}
say('started\n')
log.end('done\n')
say('too late\n')

// Node writes to the destination itself, and ends it.
const copy = new PassThrough()
copy.resume()
Readable.from(['a', 'b']).pipe(copy)
