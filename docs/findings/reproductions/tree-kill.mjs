// npm: tree-kill@1.2.2
// Where ps is missing (small containers), the process dies of an unhandled "error" event; nothing is killed.
// sees: Error: spawn ps ENOENT
import { spawn } from 'node:child_process'
import kill from 'tree-kill'

const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3000)'])
process.env.PATH = '/nowhere'
kill(child.pid, 'SIGTERM', (error) => console.log('called back with', error))
