/** `npm run demo`: monitors the tests of the small project in `demo`, which are green, and shows what they do not see. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const demo = path.join(root, 'demo')
const jsmop = path.join(root, 'dist/jsmop.cjs')

const command = ['--traces', '--reporter', 'text', '--reporter', 'html', '--', 'npm', 'test']
console.log(`$ npx jsmop ${command.join(' ')}        (in demo/, a project whose tests all pass)\n`)
const { status } = spawnSync(process.execPath, [jsmop, ...command], { cwd: demo, stdio: 'inherit' })
// 3 is what jsmop says when it found violations: here, what it should.
if (status === 3) {
  const report = path.relative(process.cwd(), path.join(demo, '.jsmop/latest/report.html'))
  console.log('\nThe tests passed; JSMOP found what they miss. Exit code 3 tells a CI job so.')
  console.log(`Open ${report} in a browser to walk through what happened.`)
}
process.exitCode = status === 3 ? 0 : (status ?? 1)
