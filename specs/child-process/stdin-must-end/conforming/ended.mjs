import { spawn } from 'node:child_process'

const child = spawn('cat')
child.on('error', () => {})
child.stdout.resume()
child.stdin.write('text')
child.stdin.end()
spawn('true').on('error', () => {})
