import { createHash } from 'node:crypto'

const hash = createHash('sha256')
hash.update('first')
const soFar = hash.copy().digest('hex')
hash.update('second')
const all = hash.digest('hex')
if (soFar === all) throw new Error('the program is not what it seems')
createHash('md5').update('a').digest()
