/** For monitorings in which nothing may go wrong: a fault fails the test. */

import type { CompiledSpec } from '#src/spec/compiled-spec.ts'

export function failAtFault(_: CompiledSpec, part: string, error: unknown): never {
  throw new Error(part, { cause: error })
}
