import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const key = randomBytes(32)
function open({ iv, data, tag }) {
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
  decipher.setAuthTag(tag)
  return decipher.update(data, undefined, 'utf8') + decipher.final('utf8')
}
const iv = randomBytes(12)
const cipher = createCipheriv('aes-256-gcm', key, iv)
const data = Buffer.concat([cipher.update('text'), cipher.final()])
open({ iv, data, tag: cipher.getAuthTag() })
try {
  open({ iv, data, tag: randomBytes(16) })
} catch {}
// Not authenticated in the first place.
createDecipheriv('aes-256-ctr', key, randomBytes(16)).update('text')
