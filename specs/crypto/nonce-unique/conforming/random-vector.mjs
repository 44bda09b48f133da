import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const key = randomBytes(32)
function encrypt(text) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return { iv, data: Buffer.concat([cipher.update(text), cipher.final()]), tag: cipher.getAuthTag() }
}
const sent = [encrypt('first'), encrypt('second')]
for (const { iv, data, tag } of sent) {
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(tag)
  Buffer.concat([decipher.update(data), decipher.final()])
}
// Another key, and a mode that has no counter.
const iv = Buffer.alloc(12)
for (let i = 0; i < 2; i += 1) createCipheriv('aes-256-gcm', randomBytes(32), iv).final()
for (let i = 0; i < 2; i += 1) createCipheriv('aes-256-cbc', key, Buffer.alloc(16)).final()
