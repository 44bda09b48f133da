/**
 * A real Redis on a port of the loopback, from the system: on the PATH, or installed from Debian's packages where we may.
 * Tests of queues fail without one, and say how to get it.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onPath, systemProgram } from './system-program.ts'

const program = {
  find: () => onPath('redis-server'),
  debianPackage: 'redis-server',
  need: 'Tests of queues need redis-server on the PATH',
}

/** Time (ms) that a hook must allow for: an installation takes minutes. */
export const redisTimeout = 300_000

/** `persistent`: what it knows survives a restart. */
export class RedisServer {
  readonly url: string
  readonly #port: number
  readonly #persistent: boolean
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'jsmop-redis-'))
  #process: ChildProcess | undefined

  private constructor(port: number, persistent: boolean) {
    this.#port = port
    this.#persistent = persistent
    this.url = `redis://127.0.0.1:${port}`
  }

  static async start({ persistent }: { persistent: boolean }): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), persistent)
    await server.#start()
    return server
  }

  async restart(): Promise<void> {
    await this.#end()
    await this.#start()
  }

  async stop(): Promise<void> {
    await this.#end()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #start(): Promise<void> {
    const log = this.#persistent ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no']
    const place = ['--bind', '127.0.0.1', '--port', String(this.#port), '--dir', this.#folder]
    const started = spawn(systemProgram(program), [...place, '--save', '', ...log], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#process = started
    return new Promise((resolve, reject) => {
      started.stdout.on('data', (text: Buffer) => {
        if (text.includes('Ready to accept connections')) resolve()
      })
      started.on('exit', (code) => reject(new Error(`redis-server ended with exit code ${code}`)))
      started.on('error', reject)
    })
  }

  async #end(): Promise<void> {
    const ending = this.#process
    if (ending === undefined || ending.exitCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGTERM')
    await ended
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
