import readline from 'node:readline'
import { PassThrough } from 'node:stream'

const input = new PassThrough()
const rl = readline.createInterface({ input })
rl.question('name? ', () => rl.question('age? ', () => rl.close()))
input.write('me\n')
input.write('30\n')
