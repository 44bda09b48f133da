/**
 * One thing of ours at a time on a machine: studies and workers that measure wait for each other, through a file that names
 * its holder. A holder that is gone has lost it.
 */

import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

const place = path.join(tmpdir(), 'jsmop-study.lock')
/** Between looks (ms). */
const interval = 250

export async function withMachine<T>(work: () => Promise<T>, file = place): Promise<T> {
  const ticket = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`
  writeFileSync(ticket, String(process.pid))
  try {
    while (!take(file, ticket)) await setTimeout(interval)
    try {
      return await work()
    } finally {
      rmSync(file, { force: true })
    }
  } finally {
    rmSync(ticket, { force: true })
  }
}

/** A link is made whole or not at all, so no one ever reads a lock without a holder. */
function take(file: string, ticket: string): boolean {
  try {
    linkSync(ticket, file)
    return true
  } catch {
    const holder = readHolder(file)
    if (holder !== undefined && !isAlive(holder)) rmSync(file, { force: true })
    return false
  }
}

function readHolder(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
