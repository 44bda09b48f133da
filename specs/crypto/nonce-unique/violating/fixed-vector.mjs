import { createCipheriv, randomBytes } from 'node:crypto'

const key = randomBytes(32)
const iv = Buffer.alloc(12)
function encrypt(text) {
  const cipher = createCipheriv('aes-256-gcm', key, iv) // violation
  return Buffer.concat([cipher.update(text), cipher.final()])
}
encrypt('first')
encrypt('second')
