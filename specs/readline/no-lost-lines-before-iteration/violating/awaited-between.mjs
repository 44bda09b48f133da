import readline from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

const lines = []
const rl = readline.createInterface({ input: Readable.from(['a\n', 'b\n']) })
await wait(20)
const loop = (async () => {
  for await (const line of rl) lines.push(line) // violation
})()
await Promise.race([loop, wait(20)])
if (lines.length !== 0) throw new Error('the program is not what it seems')
