import { spawn } from 'node:child_process'
import { once } from 'node:events'

const child = spawn('true')
child.on('close', (code) => console.log(code))
await once(child, 'spawn')
spawn('/none/of/them').once('error', (error) => console.error(error.code))
