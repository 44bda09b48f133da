/** An `Io` that keeps what a command writes, for tests that run commands in-process. */

import { Readable } from 'node:stream'
import type { Io } from '#src/cli/io.ts'

export interface Captured {
  stdout: string
  stderr: string
}

export function captureIo(options: { cwd?: string; stdin?: string; columns?: number; isTTY?: boolean } = {}): {
  io: Io
  written: Captured
} {
  const written: Captured = { stdout: '', stderr: '' }
  const output = (name: keyof Captured) => ({
    write: (text: string) => {
      written[name] += text
    },
    isTTY: options.isTTY ?? false,
    columns: options.columns ?? 80,
  })
  const io: Io = {
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: Readable.from(options.stdin === undefined ? [] : [options.stdin]),
    cwd: options.cwd ?? process.cwd(),
    env: { NO_COLOR: '1' },
  }
  return { io, written }
}
