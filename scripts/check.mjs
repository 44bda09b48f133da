/** `npm run check`: everything a contributor must pass, in the order in which it fails fastest. Stops at the first failure. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
/** @type {readonly (readonly [name: string, command: string, args: readonly string[]])[]} */
const steps = [
  ['format', 'npx', ['--no-install', 'oxfmt', '--check', '.']],
  ['lint', 'npx', ['--no-install', 'oxlint', '--type-aware', '--deny-warnings']],
  ['types', 'npx', ['--no-install', 'tsc', '--noEmit']],
  ['types of the HTML report', 'npx', ['--no-install', 'tsc', '--noEmit', '-p', 'src/report/html/app']],
  ['types of its tests', 'npx', ['--no-install', 'tsc', '--noEmit', '-p', 'test/report/html']],
  ['build', process.execPath, ['scripts/build.mjs']],
  ['tests, against the built package', 'npx', ['--no-install', 'vitest', 'run']],
  ['package', 'npx', ['--no-install', 'publint', '--strict']],
  ['types of the package', 'npx', ['--no-install', 'attw', '--pack', '--profile', 'esm-only']],
  ['unused code', 'npx', ['--no-install', 'knip']],
]
for (const [name, command, args] of steps) {
  console.log(`\n== ${name}`)
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    console.error(`\ncheck failed at: ${name}`)
    process.exit(status ?? 1)
  }
}
console.log(`\nAll ${steps.length} checks passed.`)
