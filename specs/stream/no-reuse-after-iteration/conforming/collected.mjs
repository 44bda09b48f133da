import { Readable } from 'node:stream'

const lines = await Readable.from(['a', 'b']).toArray()
let count = 0
for (const line of lines) count += line.length
for (const line of lines) count += line.length
for await (const line of Readable.from(['c'])) count += line.length
if (count !== 5) throw new Error('the program is not what it seems')
