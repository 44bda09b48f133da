/** A debugger stops where it does without us: at breakpoints by line, at `debugger`, at the first line; in the same functions. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isBuilt, packedCommandLine, plainEnvironment } from '../support/packed-package.ts'

interface Socket {
  on(event: 'open', listener: () => void): void
  on(event: 'message', listener: (data: Buffer) => void): void
  send(text: string): void
  close(): void
}

const { WebSocket } = createRequire(import.meta.url)('ws') as { WebSocket: new (address: string) => Socket }

const cwd = fileURLToPath(new URL('./fixtures/debugged/', import.meta.url))
const program = ['node', '--inspect-brk=0', 'debugged.cjs']
/** 0-based, of the program: inside a function, and inside a loop. */
const breakpoints = [4, 9]

interface Stop {
  readonly reason: string
  readonly function: string
  readonly line: number
}

interface Paused {
  readonly reason: string
  readonly callFrames: readonly { readonly functionName: string; readonly location: { readonly lineNumber: number } }[]
}

/** Where a debugger stops in the program, and what the program prints. */
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

function attach(address: string, stops: Stop[]): void {
  const socket = new WebSocket(address)
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
    post('Runtime.runIfWaitingForDebugger')
  })
  socket.on('message', (data: Buffer) => {
    const { method, params } = JSON.parse(data.toString()) as { method?: string; params: Paused }
    if (method === 'Runtime.executionContextDestroyed') socket.close()
    if (method !== 'Debugger.paused') return
    const top = params.callFrames[0]!
    stops.push({ reason: params.reason, function: top.functionName, line: top.location.lineNumber })
    post('Debugger.resume')
  })
}

describe.skipIf(!isBuilt)('a debugger', () => {
  it('stops at the same lines', { timeout: 120_000 }, async () => {
    const out = mkdtempSync(path.join(tmpdir(), 'jsmop-out-'))
    try {
      const plain = await debug(program)
      const monitored = await debug([
        'node',
        packedCommandLine(),
        '--preset',
        'all',
        '--fail-on',
        'never',
        '--out',
        out,
        '--',
        ...program,
      ])
      expect(plain.stops.map(({ line }) => line)).toEqual([0, 9, 4, 9, 4, 12])
      expect(monitored).toEqual(plain)
    } finally {
      rmSync(out, { recursive: true, force: true })
    }
  })
})
