import { PassThrough } from 'node:stream'

const [source, log, copy] = [new PassThrough(), new PassThrough(), new PassThrough()]
source.pipe(log)
source.unpipe(log)
source.pipe(log)
source.pipe(copy)
log.resume()
copy.resume()
source.end('once')
