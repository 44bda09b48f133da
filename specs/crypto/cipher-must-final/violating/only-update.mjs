import { createCipheriv, randomBytes } from 'node:crypto'

function encrypt(text, key) {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  return Buffer.concat([iv, cipher.update(text)]) // violation
}
encrypt('a text of more than one block', randomBytes(32))
