import { Readable } from 'node:stream'

const lines = Readable.from(['header', 'row'])
lines.on('readable', () => {
  if (lines.read() === 'header') lines.resume() // violation
})
