import { spawn } from 'node:child_process'

const child = spawn('true') // violation
child.on('close', (code) => console.log(code))
