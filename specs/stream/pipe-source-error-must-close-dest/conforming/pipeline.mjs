import { createReadStream } from 'node:fs'
import { PassThrough, pipeline } from 'node:stream'

pipeline(createReadStream('/does/not/exist'), new PassThrough(), (error) => {
  console.error(error.code)
})
const response = new PassThrough()
const file = createReadStream('/does/not/exist')
file.on('error', () => response.destroy())
file.pipe(response)
const source = new PassThrough()
source.pipe(new PassThrough()).resume()
source.end('all is well')
const moved = new PassThrough().on('error', () => {})
moved.pipe(new PassThrough())
moved.unpipe()
moved.destroy(new Error('later'))
