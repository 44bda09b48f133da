import { StringDecoder } from 'node:string_decoder'

const decoder = new StringDecoder('utf8')
const text = decoder.write(Buffer.from('Zoë').subarray(0, 3)) + decoder.end()
if (text !== 'Zo\ufffd') throw new Error('the program is not what it seems')
new StringDecoder('utf8').write(Buffer.from('whole'))
