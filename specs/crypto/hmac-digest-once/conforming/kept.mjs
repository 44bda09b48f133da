import { createHmac } from 'node:crypto'

const hmac = createHmac('sha256', 'key').update('body')
const signature = hmac.digest('hex')
console.log('signed', signature)
const sign = (text) => createHmac('sha256', 'key').update(text).digest('base64')
sign('a')
sign('b')
