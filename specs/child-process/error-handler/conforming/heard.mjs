import { execFile, fork, spawn } from 'node:child_process'

const child = spawn('true')
child.on('error', (error) => console.error(error.message))
child.on('close', (code) => console.log(code))
execFile('true', () => {})
// Node itself is there.
spawn(process.execPath, ['--version']).on('close', (code) => console.log(code))
fork(import.meta.filename, ['again'], { execPath: process.execPath, execArgv: ['--version'] })
