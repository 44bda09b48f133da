// needs a process: it exits before its child.
import { spawn } from 'node:child_process'

const child = spawn('sleep', ['1']) // violation
child.on('error', () => {})
setTimeout(() => process.exit(), 50)
