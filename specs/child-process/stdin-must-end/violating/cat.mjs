// needs a process: the child never ends.
import { spawn } from 'node:child_process'

const child = spawn('cat') // violation + child-process/must-be-reaped
child.on('error', () => {})
child.stdout.resume()
child.stdin.write('text')
child.stdin.on('error', () => {})
setTimeout(() => {
  process.exit()
}, 100)
