import { PassThrough, pipeline } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'

const gunzip = createGunzip()
gunzip.on('error', (error) => console.error(error.message))
gunzip.on('data', (chunk) => console.log(chunk.length))
gunzip.end(gzipSync('text'))
const other = createGunzip()
pipeline(other, new PassThrough().resume(), () => {})
other.end(gzipSync('text'))
