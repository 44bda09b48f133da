import { createReadStream, createWriteStream } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { devNull } from 'node:os'
import { PassThrough, pipeline } from 'node:stream'

pipeline(createReadStream('/does/not/exist'), createWriteStream(devNull), (error) => {
  console.error(error.code)
})
const copy = createWriteStream(devNull)
const file = createReadStream('/does/not/exist')
file.on('error', () => copy.destroy())
file.pipe(copy)
createReadStream(import.meta.filename)
  .on('error', () => {})
  .pipe(createWriteStream(devNull))
const moved = new PassThrough().on('error', () => {})
moved.pipe(new ServerResponse(new IncomingMessage()))
moved.unpipe()
moved.destroy(new Error('later'))
// A destination that holds only memory.
const collector = new PassThrough()
createReadStream('/does/not/exist')
  .on('error', (error) => collector.emit('failure', error))
  .pipe(collector)
