import readline from 'node:readline'
import { PassThrough, Readable } from 'node:stream'

function ask(input, question, answer) {
  const rl = readline.createInterface({ input })
  rl.question(question, (text) => {
    rl.close()
    answer(text)
  })
}
const input = new PassThrough()
ask(input, 'name? ', () => {})
input.write('me\n')
readline.createInterface({ input: Readable.from(['a\n']) }).on('line', () => {})
