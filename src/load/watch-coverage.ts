/**
 * Whether V8 measures coverage of this process's texts. Its offsets are those of the text that ran, and tools apply them to
 * the files on disk, so what is measured must not be woven: numbers stay right, and what only woven code shows is not seen.
 *
 * It is asked for by the environment (c8, `NODE_V8_COVERAGE`), by an option of Node's test runner, or over the inspector
 * (the v8 providers of vitest and jest), which start it before they load what they measure. Coverage that counters in the
 * text measure (istanbul) needs nothing: they are there before the text is woven.
 */

import type * as inspector from 'node:inspector'
import type { BuiltinModules } from './builtin-modules.ts'
import { callOriginal, standInForFunction } from './stand-in.ts'

export interface Coverage {
  readonly measured: boolean
}

/** `onMeasured` hears once when it begins, or began before. */
export function watchCoverage(builtins: BuiltinModules, onMeasured: () => void): Coverage {
  const coverage = {
    measured:
      process.env['NODE_V8_COVERAGE'] !== undefined ||
      process.execArgv.some((option) => option.startsWith('--experimental-test-coverage')),
  }
  if (coverage.measured) {
    onMeasured()
    return coverage
  }
  const watchPost = (exports: unknown): void => {
    const { prototype } = (exports as typeof inspector).Session as unknown as { prototype: any }
    prototype.post = standInForFunction(prototype.post as Function, (self, args, original) => {
      if (args[0] === 'Profiler.startPreciseCoverage' && !coverage.measured) {
        coverage.measured = true
        onMeasured()
      }
      return callOriginal(original, self, args)
    })
  }
  builtins.when('inspector', watchPost)
  // Its sessions have a `post` of their own, made of the one that it found.
  builtins.when('inspector/promises', watchPost)
  return coverage
}
