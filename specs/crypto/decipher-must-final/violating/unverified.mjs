import { createDecipheriv, randomBytes } from 'node:crypto'

const key = randomBytes(32)
function open({ iv, data, tag }) {
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
  decipher.setAuthTag(tag)
  return decipher.update(data, undefined, 'utf8') // violation
}
open({ iv: randomBytes(12), data: randomBytes(20), tag: randomBytes(16) })
