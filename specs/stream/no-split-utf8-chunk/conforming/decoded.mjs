import { PassThrough } from 'node:stream'

const bytes = Buffer.from('{"name":"Zoë"}')
const request = new PassThrough()
const chunks = []
request.on('data', (chunk) => chunks.push(chunk))
request.on('end', () => JSON.parse(Buffer.concat(chunks).toString()))
request.write(bytes.subarray(0, 12))
request.end(bytes.subarray(12))
const decoded = new PassThrough().setEncoding('utf8')
decoded.on('data', (text) => text.toString())
decoded.write(bytes.subarray(0, 12))
decoded.end(bytes.subarray(12))
const plain = new PassThrough()
plain.on('data', (chunk) => chunk.toString())
plain.end('plain')
const hex = new PassThrough()
hex.on('data', (chunk) => chunk.toString('hex'))
hex.end(bytes.subarray(0, 12))
const parsed = new PassThrough()
parsed.on('data', (chunk) => chunk.toString('utf8', 0, 6))
parsed.end(bytes.subarray(0, 12))
// As a WebSocket does: the bytes are unmasked where they are.
const masked = new PassThrough()
masked.on('data', (chunk) => {
  for (let i = 0; i < chunk.length; i += 1) chunk[i] ^= 0xa5
  chunk.toString()
})
masked.end(Buffer.from('hello').map((byte) => byte ^ 0xa5))
