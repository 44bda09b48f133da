import { PassThrough } from 'node:stream'

const log = new PassThrough()
log.write('started')
log.destroy()
if (!log.destroyed) log.write('stopped')
log.write('last', (error) => {
  if (error === undefined) throw new Error('the program is not what it seems')
})
