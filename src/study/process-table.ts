/**
 * Processes of the machine as `/proc` shows them, and which of them belong to a command: its session (bash is started as
 * leader of one), and whatever descends from a process that was once seen in it, also when it made a session of its own.
 * Elsewhere than on Linux the table is empty: limits of memory are not kept and peaks not known there.
 */

import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  readonly session: number
  /** Since boot: a number of a process that comes again has another. */
  readonly started: string
  /** CPU time of its own, in ms, by the clock's ticks (10 ms). */
  readonly cpu: number
  readonly residentBytes: number
}

const tick = 10
const pageSize = 4096

export function readProcesses(): ProcessEntry[] {
  let names: string[]
  try {
    names = readdirSync('/proc')
  } catch {
    return []
  }
  return names.flatMap((name) => (/^\d+$/.test(name) ? readProcess(name) : []))
}

function readProcess(pid: string): ProcessEntry[] {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    // It ended meanwhile.
    return []
  }
  // The second field, a name in parentheses, may hold anything; fields are counted after its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z') return []
  return [
    {
      pid: Number(pid),
      parent: Number(fields[1]),
      session: Number(fields[3]),
      started: fields[19]!,
      cpu: (Number(fields[11]) + Number(fields[12])) * tick,
      residentBytes: Number(fields[21]) * pageSize,
    },
  ]
}

export class ProcessTree {
  readonly #root: number
  /** Start times of members, by process number. */
  readonly #known = new Map<number, string>()

  constructor(root: number) {
    this.#root = root
  }

  /** The members that are alive. To be asked repeatedly, or a member that outlives its parent is not recognised. */
  members(table: readonly ProcessEntry[] = readProcesses()): ProcessEntry[] {
    const byPid = new Map(table.map((entry) => [entry.pid, entry]))
    const members = table.filter((entry) => this.#isMember(entry, byPid))
    for (const { pid, started } of members) this.#known.set(pid, started)
    return members
  }

  #isMember(entry: ProcessEntry, byPid: ReadonlyMap<number, ProcessEntry>): boolean {
    const seen = new Set<number>()
    for (let each: ProcessEntry | undefined = entry; each !== undefined; each = byPid.get(each.parent)) {
      if (each.session === this.#root || this.#known.get(each.pid) === each.started) return true
      if (seen.has(each.pid)) return false
      seen.add(each.pid)
    }
    return false
  }
}
