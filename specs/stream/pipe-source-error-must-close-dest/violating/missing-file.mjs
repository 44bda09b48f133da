import { createReadStream } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { createGzip } from 'node:zlib'

function send(file, response) {
  createReadStream(file)
    .on('error', (error) => console.error(error.code))
    .pipe(response) // violation
}
send('/does/not/exist', new ServerResponse(new IncomingMessage()))

function sendPacked(file, response) {
  const source = createReadStream(file)
  source.on('error', (error) => console.error(error.code))
  source
    .pipe(createGzip()) // violation
    .pipe(response)
}
sendPacked('/does/not/exist', new ServerResponse(new IncomingMessage()))
