import { PassThrough } from 'node:stream'

const bytes = Buffer.from('{"name":"Zoë"}')
const request = new PassThrough()
let body = ''
request.on('data', (chunk) => {
  body += chunk // violation
})
request.write(bytes.subarray(0, 12))
request.end(bytes.subarray(12))
request.on('end', () => {
  if (body === bytes.toString()) throw new Error('the program is not what it seems')
})
const other = new PassThrough()
other.on('data', (chunk) => chunk.toString('utf8')) // violation
other.end(bytes.subarray(0, 12))
