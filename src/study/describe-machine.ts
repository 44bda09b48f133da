/** On what a study ran: numbers mean nothing without it. */

import { cpus, platform, release, totalmem } from 'node:os'

export interface Machine {
  readonly date: string
  readonly jsmop: string
  readonly node: string
  readonly system: string
  readonly processor: string
  readonly cores: number
  readonly memoryGigabytes: number
}

export function describeMachine(jsmop: string): Machine {
  return {
    date: new Date().toISOString().slice(0, 10),
    jsmop,
    node: process.versions.node,
    system: `${platform()} ${release()}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 1e9),
  }
}
