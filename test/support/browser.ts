/**
 * A real Chromium, from the system: on the PATH, or installed from Debian's packages where we may. Tests of pages fail
 * without one, and say how to get it.
 */

import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** Time (ms) that a hook must allow for: an installation takes minutes. */
export const launchTimeout = 600_000

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['JSMOP_CHROMIUM'] ?? findChromium() ?? installChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const install = 'apt-get update && apt-get install -y chromium'

function installChromium(): string {
  if (process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    console.log(`Installing a Chromium for tests of pages: ${install}`)
    spawnSync('sh', ['-c', install], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' })
  }
  const found = findChromium()
  if (found !== undefined) return found
  throw new Error(`Tests of pages need a Chromium on the PATH, or named in JSMOP_CHROMIUM. Install it with: ${install}`)
}
