/** tape: tests of a file one after the other, those inside a test after its function. */

import { whileCalled } from './intended.ts'
import { around, outermostFirst, type RunnerModule } from './runner.ts'

export const tape: RunnerModule = {
  name: 'tape',
  file: /\/node_modules\/tape\/lib\/test\.js$/,
  wants: () => 'module.exports',
  found(test, { tests, intended }) {
    const parents = new WeakMap()
    around(test.prototype, 'run', (self, _, original) => {
      const path = outermostFirst(
        self,
        (test) => parents.get(test),
        ({ name }) => `${name}`,
      )
      tests.enter(self, { runner: 'tape', file: process.argv[1] ?? '', path }, parents.get(self))
      return original() as unknown
    })
    around(test.prototype, 'emit', (self, [event, child], original) => {
      if (event === 'test') parents.set(child as object, self)
      if (event === 'end') tests.over(self)
      return original() as unknown
    })
    around(test.prototype, 'throws', (_, __, original) => whileCalled(intended, original))
  },
}
