import { spawnSync } from 'node:child_process'

const name = 'a b; echo injected'
const { stdout } = spawnSync('echo', [name], { shell: true, encoding: 'utf8' }) // violation
if (!stdout.includes('\ninjected')) throw new Error('the program is not what it seems')
