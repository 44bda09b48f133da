import { PassThrough } from 'node:stream'

const log = new PassThrough()
log.write('started')
log.destroy()
log.write('stopped') // violation
