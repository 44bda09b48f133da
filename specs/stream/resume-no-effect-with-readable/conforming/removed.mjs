import { Readable } from 'node:stream'

const lines = Readable.from(['header', 'row'])
const onReadable = () => {
  if (lines.read() !== 'header') return
  lines.off('readable', onReadable)
  lines.resume()
}
lines.on('readable', onReadable)
const other = Readable.from(['header', 'row'])
other.once('readable', () => setTimeout(() => other.resume(), 1))
Readable.from(['a']).resume()
