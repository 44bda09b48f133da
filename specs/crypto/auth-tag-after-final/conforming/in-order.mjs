import { createCipheriv, randomBytes } from 'node:crypto'

const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12))
const data = Buffer.concat([cipher.update('text'), cipher.final()])
const tag = cipher.getAuthTag()
if (data.length !== 4 || tag.length !== 16) throw new Error('the program is not what it seems')
// As a stream: the tag is there when the stream has ended.
const stream = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12))
stream.resume()
stream.end('text')
stream.on('end', () => stream.getAuthTag())
