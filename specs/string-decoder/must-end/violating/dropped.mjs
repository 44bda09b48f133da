import { StringDecoder } from 'node:string_decoder'

const decoder = new StringDecoder('utf8') // violation
const text = decoder.write(Buffer.from('Zoë').subarray(0, 3))
if (text !== 'Zo') throw new Error('the program is not what it seems')
