import { createHash } from 'node:crypto'

const hash = createHash('sha256')
hash.update('first')
hash.digest('hex')
for (const step of [
  () => hash.update('second'), // violation
  () => hash.digest('hex'), // violation
  () => hash.copy(), // violation
]) {
  try {
    step()
  } catch {}
}
