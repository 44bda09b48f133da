/**
 * Tells when the program, or Node for it, first reads `process.stdin`, `stdout` or `stderr`: Node makes the stream then, and
 * loads what it needs for that past every hook. Part of getting there first (`monitor-process.ts`).
 */

import { apply, defineProperty, getOwnPropertyDescriptor } from '../instrument/patch/originals.ts'
import { disguise } from '../instrument/patch/disguise.ts'

const names = ['stdin', 'stdout', 'stderr'] as const

/** `listener` hears once, of the first, before the reader has the stream. */
export function whenStandardStreamIsRead(listener: () => void): void {
  const restore: (() => void)[] = []
  for (const name of names) {
    const descriptor = getOwnPropertyDescriptor(process, name)
    const original = descriptor?.get
    if (original === undefined) continue
    const { get: getter } = getOwnPropertyDescriptor(
      {
        get value(): unknown {
          const stream: unknown = apply(original, this, [])
          for (let i = 0; i < restore.length; i += 1) restore[i]!()
          if (restore.length > 0) listener()
          restore.length = 0
          return stream
        },
      },
      'value',
    )!
    defineProperty(process, name, { ...descriptor, get: disguise(getter!, original) })
    restore[restore.length] = () => {
      // Unless the program has put something else there.
      if (getOwnPropertyDescriptor(process, name)?.get === getter) defineProperty(process, name, descriptor!)
    }
  }
}
