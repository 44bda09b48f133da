/** Faults that a test provokes on purpose, around the assertions of libraries that expect them; Node's own are the runtime's. */

import type { IntendedFaults, RunnerModule } from './runner.ts'
import { around } from './runner.ts'

export function whileCalled<T>(intended: IntendedFaults, work: () => T): T {
  intended.enter()
  try {
    return work()
  } finally {
    intended.leave()
  }
}

/** chai, and through it vitest's `expect`. */
export const chai: RunnerModule = {
  name: 'chai',
  file: /\/node_modules\/chai\/(?:index|chai|lib\/chai\/assertion)\.[cm]?js$/,
  wants: (text, kind) =>
    kind === 'module' && /^(?:class|var) Assertion\b/m.test(text) && text.includes('addMethod("throw"')
      ? 'Assertion'
      : undefined,
  found(assertion, { intended }) {
    for (const name of ['throw', 'throws', 'Throw'])
      around(assertion.prototype, name, (_, __, original) => whileCalled(intended, original))
    // Methods that others add: the matchers of vitest's `expect`.
    around(assertion, 'addMethod', (_, args, original) => {
      const result: unknown = original()
      if (String(args[0]).startsWith('toThrow'))
        around(assertion.prototype, String(args[0]), (__, ___, method) => whileCalled(intended, method))
      return result
    })
  },
}
