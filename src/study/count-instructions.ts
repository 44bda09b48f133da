/**
 * Counts the instructions of a command and all its children, by valgrind, for differences that times cannot show: the same
 * run differs by 0.1 to 1 %, on a busy machine too, and by up to 8 % where V8 compiles much, whose threads are counted with
 * the rest: flags that would do without them cannot be handed on to children. It takes 10 to 40 times as long. Blind to cache
 * misses.
 */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const prefix = 'instructions.'

/** The shell command that does the same and leaves its counts in the folder. */
export function countingCommand(command: string, folder: string, quote: (word: string) => string): string {
  const options = [
    '--tool=cachegrind',
    '--cache-sim=no',
    // Code that is written while it runs, as V8's is.
    '--smc-check=all-non-file',
    '--trace-children=yes',
    `--log-file=${path.join(folder, 'valgrind.%p')}`,
    `--cachegrind-out-file=${path.join(folder, `${prefix}%p`)}`,
  ]
  return ['valgrind', ...options, 'bash', '-c', command].map(quote).join(' ')
}

/** Of all processes that came to their end; undefined if none did. */
export function readInstructions(folder: string): number | undefined {
  const counts = readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => /^summary: (\d+)/m.exec(readFileSync(path.join(folder, name), 'utf8'))?.[1] ?? [])
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + Number(count), 0)
}
