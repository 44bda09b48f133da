import { PassThrough } from 'node:stream'

const [source, log] = [new PassThrough(), new PassThrough()]
const connect = () => source.pipe(log) // violation
connect()
connect()
let text = ''
log.on('data', (chunk) => (text += chunk))
source.end('once?')
log.on('end', () => {
  if (text !== 'once?once?') throw new Error('the program is not what it seems')
})
