import { PassThrough } from 'node:stream'

const log = new PassThrough()
log.on('error', () => {})
log.write('started\n')
log.end()
setTimeout(() => {
  log.write('stopped\n') // violation
}, 1)
