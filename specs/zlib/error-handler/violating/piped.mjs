import { createGunzip, gzipSync } from 'node:zlib'

const gunzip = createGunzip() // violation
gunzip.on('data', (chunk) => console.log(chunk.length))
gunzip.end(gzipSync('text'))
