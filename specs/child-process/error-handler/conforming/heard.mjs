import { execFile, spawn } from 'node:child_process'

const child = spawn('true')
child.on('error', (error) => console.error(error.message))
child.on('close', (code) => console.log(code))
execFile('true', () => {})
