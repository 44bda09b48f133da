import { createCipheriv, randomBytes } from 'node:crypto'

// A stream cipher is its own inverse, so both ends of a connection make the same cipher.
const key = randomBytes(32)
const vector = randomBytes(16)
const sent = createCipheriv('aes-256-ctr', key, vector).update('a message')
createCipheriv('aes-256-ctr', key, vector).update(sent)
// As SSH does for each packet, at either end: the key that authenticates is what zeros become.
const authenticator = () => createCipheriv('chacha20', key, vector).update(Buffer.alloc(32))
authenticator()
authenticator()
