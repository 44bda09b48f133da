/**
 * Makes a fresh clone ready: installs the dependencies when they are missing or older than the lockfile, and builds when
 * a source is newer than the last build. Quick when there is nothing to do. Runs before `npm test`, `demo`, `check`, `bench`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Time of the newest file below `place`, 0 when there is none. */
function newest(place) {
  const stats = statSync(place, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  let time = 0
  for (const name of readdirSync(place)) time = Math.max(time, newest(path.join(place, name)))
  return time
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

// Not `npm ci`: it refuses a lockfile that lacks optional packages of other platforms, and a lockfile lacks those that
// the registry it was made with does not have. `--no-save` keeps the locked versions and leaves the lockfile alone.
const installed = newest(path.join(root, 'node_modules/.package-lock.json'))
if (installed === 0 || installed < newest(path.join(root, 'package-lock.json')))
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund'])

const built = newest(path.join(root, 'dist/.built'))
const sources = ['src', 'specs', 'scripts/build.mjs', 'tsconfig.json', 'tsconfig.build.json', 'package.json']
if (!existsSync(path.join(root, 'dist/.built')) || sources.some((source) => newest(path.join(root, source)) > built)) {
  run(process.execPath, ['scripts/build.mjs'])
}
