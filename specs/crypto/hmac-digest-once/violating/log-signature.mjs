import { createHmac } from 'node:crypto'

const hmac = createHmac('sha256', 'key').update('body')
console.log('signed', hmac.digest('hex'))
const signature = hmac.digest('hex') // violation
if (signature !== '') throw new Error('the program is not what it seems')
