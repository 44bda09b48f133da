/** A real Chromium, from the system: tests of pages fail without one, and say how to get it. */

import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['JSMOP_CHROMIUM'] ?? findChromium(),
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

function findChromium(): string {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name)
      try {
        accessSync(file, constants.X_OK)
        return file
      } catch {
        // Not in this folder.
      }
    }
  }
  throw new Error(
    'Tests of pages need a Chromium on the PATH, or in JSMOP_CHROMIUM. Install it with: apt-get install -y chromium',
  )
}
