import { createCipheriv, randomBytes } from 'node:crypto'

function encrypt(text, key) {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  return Buffer.concat([iv, cipher.update(text), cipher.final()])
}
encrypt('a text of more than one block', randomBytes(32))
// As a stream: Node finishes it.
const stream = createCipheriv('aes-256-cbc', randomBytes(32), randomBytes(16))
stream.resume()
stream.end('text')
createCipheriv('aes-256-cbc', randomBytes(32), randomBytes(16))
// Keeps nothing back.
createCipheriv('aes-256-ctr', randomBytes(32), randomBytes(16)).update('text')
