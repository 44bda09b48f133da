import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const [key, iv] = [randomBytes(16), randomBytes(12)]
const cipher = createCipheriv('aes-128-gcm', key, iv)
const data = Buffer.concat([cipher.update('text'), cipher.final()])
const decipher = createDecipheriv('aes-128-gcm', key, iv)
const text = decipher.update(data)
decipher.setAuthTag(cipher.getAuthTag())
Buffer.concat([text, decipher.final()])
createDecipheriv('aes-128-ctr', key, randomBytes(16)).final()
