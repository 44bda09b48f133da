import readline from 'node:readline'
import { Readable } from 'node:stream'

const lines = []
const rl = readline.createInterface({ input: Readable.from(['a\n', 'b\n']) })
for await (const line of rl) lines.push(line)
if (lines.length !== 2) throw new Error('the program is not what it seems')
readline.createInterface({ input: Readable.from(['c\n']) }).on('line', (line) => lines.push(line))
