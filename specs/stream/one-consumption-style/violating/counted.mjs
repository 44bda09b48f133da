import { Readable } from 'node:stream'

const lines = Readable.from(['a', 'b', 'c'])
lines.on('data', (line) => console.log(line))
lines.on('readable', () => lines.read()) // violation
const other = Readable.from(['a'])
other.on('readable', () => {})
for await (const line of other) console.log(line)
const third = Readable.from(['a'])
third.on('data', () => {})
for await (const line of third) console.log(line) // violation
