/** A kernel that knows no session: a test says who hears the signals and, where it matters, what a place is. */

import type { EventSink, Kernel } from '#src/instrument/kernel.ts'

export interface KernelDouble {
  readonly kernel: Kernel
  /** Whatever went wrong in code of ours. */
  readonly faults: unknown[]
}

export function kernelDouble(signal: EventSink['signal'], place: Kernel['place'] = () => 1): KernelDouble {
  const faults: unknown[] = []
  const kernel: Kernel = {
    busy: false,
    context: undefined,
    test: undefined,
    sink: () => ({ signal }),
    asleep: [],
    wake: () => {},
    whenAwake: () => {},
    off: [{ off: false }],
    slot: { s: 0 },
    place,
    isLoading: () => false,
    meet: () => {},
    placeOfError: () => 0,
    toThrow: undefined,
    fault: (_, error) => faults.push(error),
    switchOff: (_, error) => faults.push(error),
    timed: (_, __, condition) => condition,
  }
  return { kernel, faults }
}
