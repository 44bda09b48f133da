/** A debugger stops where it does without us: at breakpoints by line, at `debugger`, at the first line; in the same functions. At violations, if asked to. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { isBuilt, packedCommandLine, plainEnvironment } from '../support/packed-package.ts'

interface Socket {
  on(event: 'open' | 'close', listener: () => void): void
  on(event: 'message', listener: (data: Buffer) => void): void
  send(text: string): void
  close(): void
}

const { WebSocket } = createRequire(import.meta.url)('ws') as { WebSocket: new (address: string) => Socket }

const cwd = fileURLToPath(new URL('./fixtures/debugged/', import.meta.url))
const program = ['node', '--inspect-brk=0', 'debugged.cjs']
const violating = ['node', '--inspect-brk=0', 'violating.cjs']
/** 0-based, of the program: inside a function, and inside a loop. */
const breakpoints = [4, 9]

interface Stop {
  readonly reason: string
  readonly function: string
  readonly line: number
}

interface Paused {
  readonly reason: string
  readonly callFrames: readonly {
    readonly functionName: string
    readonly location: { readonly scriptId: string; readonly lineNumber: number }
  }[]
}

interface Parsed {
  readonly scriptId: string
  readonly url: string
}

/** Where in the program a debugger stops, and what the program prints. */
function debug(command: readonly string[]): Promise<{ stops: Stop[]; stdout: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command.slice(1), { cwd, env: plainEnvironment(process.execPath) })
    const stops: Stop[] = []
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const known = stderr.includes('ws://')
      stderr += text
      const address = /ws:\/\/\S+/.exec(stderr)?.[0]
      if (!known && address !== undefined) attach(address, stops)
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ stops, stdout, code }))
  })
}

/** Node forgets a request to run that it gets just before it begins to wait, in plain processes too; so it is asked again. */
const impatience = 200

function attach(address: string, stops: Stop[]): void {
  const socket = new WebSocket(address)
  /** Those of the program. */
  const scripts = new Set<string>()
  let id = 0
  const post = (method: string, params: object = {}): void => {
    id += 1
    socket.send(JSON.stringify({ id, method, params }))
  }
  socket.on('open', () => {
    post('Runtime.enable')
    post('Debugger.enable')
    for (const lineNumber of breakpoints)
      post('Debugger.setBreakpointByUrl', { lineNumber, urlRegex: String.raw`.*debugged\.cjs$` })
    const run = (): void => post('Runtime.runIfWaitingForDebugger')
    run()
    const again = setInterval(run, impatience)
    socket.on('close', () => clearInterval(again))
  })
  socket.on('message', (data: Buffer) => {
    const { method, params } = JSON.parse(data.toString()) as { method?: string; params: Paused & Parsed }
    if (method === 'Runtime.executionContextDestroyed') socket.close()
    if (method === 'Debugger.scriptParsed' && params.url.endsWith('.cjs') && params.url.includes('debugged/'))
      scripts.add(params.scriptId)
    if (method !== 'Debugger.paused') return
    const top = params.callFrames.find(({ location }) => scripts.has(location.scriptId))
    if (top !== undefined)
      stops.push({ reason: params.reason, function: top.functionName, line: top.location.lineNumber })
    post('Debugger.resume')
  })
}

describe.skipIf(!isBuilt)('a debugger', () => {
  const out = mkdtempSync(path.join(tmpdir(), 'jsmop-out-'))
  afterAll(() => rmSync(out, { recursive: true, force: true }))
  const under = (options: readonly string[], command: readonly string[]) =>
    debug(['node', packedCommandLine(), '--fail-on', 'never', '--out', out, ...options, '--', ...command])

  it('stops at the same lines', { timeout: 60_000 }, async () => {
    const plain = await debug(program)
    const monitored = await under(['--preset', 'all'], program)
    expect(plain.stops.map(({ line }) => line)).toEqual([0, 9, 4, 9, 4, 12])
    expect(monitored).toEqual(plain)
  })

  it('stops where a rule is broken, when asked to', { timeout: 60_000 }, async () => {
    const options = ['--on-violation', 'debugger', '--spec', 'stream/no-write-after-end']
    const { stops, stdout, code } = await under(options, violating)
    expect(stops.map(({ function: name, line }) => `${name}:${line}`)).toEqual([':0', 'late:3'])
    expect({ stdout, code }).toEqual({ stdout: 'done\n', code: 0 })
  })
})
