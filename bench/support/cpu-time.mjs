/** Time that the main thread has spent on a processor, in nanoseconds: waiting on a busy machine does not count. */
import { openSync, readSync } from 'node:fs'

const place = '/proc/self/schedstat'
const buffer = Buffer.alloc(128)
let descriptor = -1
try {
  descriptor = openSync(place, 'r')
} catch {
  // Not Linux: the process's own time has to do.
}

export const cpuTime =
  descriptor === -1
    ? () => process.cpuUsage().user * 1000 + process.cpuUsage().system * 1000
    : () => Number.parseInt(buffer.latin1Slice(0, readSync(descriptor, buffer, 0, 128, 0)), 10)
