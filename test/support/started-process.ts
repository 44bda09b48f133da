/** Processes that go on until someone ends them: what they write is awaited piece by piece. */

import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { plainEnvironment } from './packed-package.ts'

/** What a process wrote so far, and a wait for more. */
class Heard {
  text = ''
  readonly #child: ChildProcess

  constructor(child: ChildProcess) {
    this.#child = child
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.text += text))
    }
  }

  /** Gives what was written up to it, and forgets it. */
  async until(wanted: string): Promise<string> {
    for (let left = 600; !this.text.includes(wanted); left -= 1) {
      if (left === 0 || this.#child.exitCode !== null) throw new Error(`no "${wanted}" in: ${this.text}`)
      await delay(50)
    }
    const end = this.text.indexOf(wanted) + wanted.length
    const heard = this.text.slice(0, end)
    this.text = this.text.slice(end)
    return heard
  }
}

const started: ChildProcess[] = []

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
  readonly heard: Heard
}

/** Runs Node with the arguments. */
export function start(args: readonly string[], cwd: string): Started {
  const env = plainEnvironment(process.execPath)
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  )
  return { child, ended, heard: new Heard(child) }
}

/** For the end of a test. */
export function endStarted(): void {
  for (const child of started.splice(0)) child.kill('SIGKILL')
}
