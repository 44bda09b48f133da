import { PassThrough, Readable } from 'node:stream'

const lines = Readable.from(['a', 'b', 'c'])
for await (const line of lines) console.log(line)
const other = Readable.from(['a'])
const first = (line) => console.log(line)
other.on('data', first)
other.off('data', first)
other.on('readable', () => other.read())
const both = new PassThrough()
both.on('data', () => {})
both.on('data', () => {})
both.end('x')
