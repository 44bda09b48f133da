import { spawn } from 'node:child_process'

const child = spawn('sleep', ['1'])
child.on('error', () => {})
setTimeout(() => child.kill(), 50)
spawn('true').on('error', () => {})
