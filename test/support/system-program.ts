/**
 * Programs of the system that tests run beside: on the PATH, or installed from Debian's packages where we may. Test files
 * run at a time; only one of them installs.
 */

import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface SystemProgram {
  readonly find: () => string | undefined
  readonly debianPackage: string
  /** Who needs what, as the beginning of a sentence: `Tests of queues need redis-server on the PATH`. */
  readonly need: string
}

export function systemProgram({ find, debianPackage, need }: SystemProgram): string {
  return find() ?? install({ find, debianPackage, need })
}

function install({ find, debianPackage, need }: SystemProgram): string {
  const command = `apt-get update && apt-get install -y ${debianPackage}`
  if (process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    console.log(`${need}. Installing it: ${command}`)
    const lock = path.join(tmpdir(), 'jsmop-install.lock')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('flock', [lock, 'sh', '-c', command], { env, stdio: 'ignore' })
  }
  const found = find()
  if (found !== undefined) return found
  throw new Error(`${need}. Install it with: ${command}`)
}

/** The first of these names on the PATH. */
export function onPath(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isExecutable)
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
