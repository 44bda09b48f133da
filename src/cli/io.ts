/** The outside world as commands see it: passed in, so that tests run commands in-process and read what they wrote. */

import type { Readable } from 'node:stream'

export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  readonly stdin: Readable
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}
