import { createECDH } from 'node:crypto'

const alice = createECDH('prime256v1')
const bob = createECDH('prime256v1')
const hers = alice.generateKeys()
try {
  bob.computeSecret(hers) // violation
} catch {}
