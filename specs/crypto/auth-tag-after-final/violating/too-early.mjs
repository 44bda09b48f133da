import { createCipheriv, randomBytes } from 'node:crypto'

const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12))
const data = cipher.update('text')
try {
  const tag = cipher.getAuthTag() // violation
  send(tag, data, cipher.final())
} catch {}
cipher.final()
function send() {}
