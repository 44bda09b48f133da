import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
for (const message of ['first', 'second']) {
  const signature = createSign('sha256').update(message).sign(privateKey)
  createVerify('sha256').update(message).verify(publicKey, signature)
}
