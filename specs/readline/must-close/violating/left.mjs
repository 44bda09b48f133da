import readline from 'node:readline'
import { PassThrough } from 'node:stream'

function ask(input, question, answer) {
  const rl = readline.createInterface({ input }) // violation
  rl.question(question, answer)
}
ask(new PassThrough(), 'name? ', () => {})
