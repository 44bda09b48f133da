import { createDecipheriv, randomBytes } from 'node:crypto'

function open(key, iv, data) {
  const decipher = createDecipheriv('aes-128-gcm', key, iv)
  const text = decipher.update(data)
  return Buffer.concat([text, decipher.final()]) // violation
}
try {
  open(randomBytes(16), randomBytes(12), randomBytes(20))
} catch {}
