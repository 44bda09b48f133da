/**
 * A real Chromium, from the system: on the PATH, or installed from Debian's packages where we may. Tests of pages fail
 * without one, and say how to get it.
 */

import { type Browser, chromium } from 'playwright-core'
import { onPath, systemProgram } from './system-program.ts'

const program = {
  find: () => onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'),
  debianPackage: 'chromium',
  need: 'Tests of pages need a Chromium on the PATH, or named in JSMOP_CHROMIUM',
}

/** Time (ms) that a hook must allow for: an installation takes minutes. */
export const launchTimeout = 600_000

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['JSMOP_CHROMIUM'] ?? systemProgram(program),
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
