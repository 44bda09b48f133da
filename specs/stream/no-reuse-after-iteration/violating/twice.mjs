import { Readable } from 'node:stream'

const lines = Readable.from(['a', 'b'])
let count = 0
for await (const line of lines) count += line.length
let again = 0
try {
  for await (const line of lines) again += line.length // violation
} catch {}
if (count !== 2 || again !== 0) throw new Error('the program is not what it seems')
