/**
 * One thing of ours at a time on a machine: studies and workers that measure wait for each other. Who holds the machine
 * listens on a socket of a name that the system knows once and forgets when its holder ends, however it ends: no file of a
 * dead holder has to be told from one of a living one.
 */

import { createServer, type Server } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Between looks (ms). */
const interval = 250

export async function withMachine<T>(work: () => Promise<T>, name = 'jsmop-study'): Promise<T> {
  let held = await take(name)
  while (held === undefined) {
    await setTimeout(interval)
    held = await take(name)
  }
  const socket = held
  try {
    return await work()
  } finally {
    await new Promise((resolve) => socket.close(resolve))
  }
}

function take(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy())
    server.unref()
    server.once('listening', () => resolve(server))
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(placeOf(name))
  })
}

/** An abstract name on Linux, a pipe on Windows; elsewhere a port that stands for the name. */
function placeOf(name: string): { path: string } | { host: string; port: number } {
  if (process.platform === 'linux') return { path: `\0${name}` }
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${name}` }
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 10_000
  return { host: '127.0.0.1', port: 40_000 + sum }
}
