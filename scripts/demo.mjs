/** `npm run demo`: monitors the tests of the small project in `demo`, which are green, and shows what they do not see. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const demo = path.join(root, 'demo')
const jsmop = path.join(root, 'dist/src/cli/main.js')

console.log('$ npx jsmop -- npm test        (in demo/, a project whose tests all pass)\n')
const { status } = spawnSync(process.execPath, [jsmop, '--', 'npm', 'test'], { cwd: demo, stdio: 'inherit' })
// 3 is what jsmop says when it found violations: here, what it should.
if (status === 3) console.log('\nThe tests passed; JSMOP found what they miss. Exit code 3 tells a CI job so.')
process.exitCode = status === 3 ? 0 : (status ?? 1)
