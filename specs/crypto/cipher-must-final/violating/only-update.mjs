import { createCipheriv, randomBytes } from 'node:crypto'

function encrypt(text, key) {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  return Buffer.concat([iv, cipher.update(text)]) // violation
}
encrypt('a text of more than one block', randomBytes(32))
// Nothing is kept back here, but nothing is authenticated either.
createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12)).update('text') // violation
