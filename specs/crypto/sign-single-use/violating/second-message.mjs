import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signer = createSign('sha256')
signer.update('first')
const signature = signer.sign(rsa)
try {
  signer.update('second') // violation
} catch {}
const verifier = createVerify('sha256')
verifier.update('first')
verifier.verify(rsa, signature)
try {
  verifier.verify(rsa, signature) // violation
} catch {}
if (privateKey.type === publicKey.type) throw new Error('the program is not what it seems')
