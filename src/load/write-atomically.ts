/**
 * Writes a file under another name and renames it, so that no reader ever sees half of it: results, reports, and caches that
 * many processes write and read at once. Used inside monitored processes, too, where the functions of `fs`
 * may be the program's by then: these are as they were when this was loaded.
 */

import fs from 'node:fs'

const { bigint: now } = process.hrtime
const { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeFileSync } = fs

/** `lasting`: the file must be whole also after the machine has lost power, since whoever reads it believes it. */
export function writeAtomically(file: string, content: string | Uint8Array, lasting = false): void {
  // Threads of a process end, and write, at the same time.
  const finished = `${file}.${process.pid}-${now().toString(36)}.tmp`
  const descriptor = openSync(finished, 'w')
  try {
    writeFileSync(descriptor, content)
    if (lasting) fsyncSync(descriptor)
  } catch (error) {
    unlinkSync(finished)
    throw error
  } finally {
    closeSync(descriptor)
  }
  renameSync(finished, file)
}
