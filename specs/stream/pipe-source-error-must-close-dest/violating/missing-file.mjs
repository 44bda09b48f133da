import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'

const response = new PassThrough()
createReadStream('/does/not/exist')
  .on('error', (error) => console.error(error.code))
  .pipe(response) // violation
