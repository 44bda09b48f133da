import readline from 'node:readline'
import { Readable } from 'node:stream'

const rl = readline.createInterface({ input: Readable.from(['me\n']) })
rl.on('close', () => {
  try {
    rl.question('age? ', () => {}) // violation
  } catch {}
})
