import { spawnSync } from 'node:child_process'

const name = 'a b; echo injected'
const { stdout } = spawnSync('echo', [name], { encoding: 'utf8' })
if (stdout.includes('\ninjected')) throw new Error('the program is not what it seems')
spawnSync('echo hello', { shell: true })
spawnSync('echo', ['-n', 'hello'], { shell: true })
