/** Builds `dist`: one JavaScript file and its types per source file, by the TypeScript compiler. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const dist = path.join(root, 'dist')

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json'])
writeFileSync(path.join(dist, '.built'), '')
