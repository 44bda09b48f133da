/** mocha, serial and parallel: its runner emits an event for everything, in whichever process runs the tests. */

import { around, type RunnerModule } from './runner.ts'

export const mocha: RunnerModule = {
  name: 'mocha',
  // Not the runner's own module: as a static import of a required ES module no hook of Node 20 sees it.
  file: /\/node_modules\/mocha\/lib\/mocha\.c?js$/,
  wants: () => 'module.exports.Runner',
  found(runner, { tests }) {
    let file: string | undefined
    around(runner.prototype, 'emit', (_, [event, subject], original) => {
      if (event === 'test' || event === 'end') {
        if (file !== undefined && subject?.file !== file) tests.endFile()
        file = subject?.file as string | undefined
      }
      if (event === 'test') {
        tests.enter(subject, { runner: 'mocha', file: file ?? '', path: subject.titlePath() as string[] })
      }
      const result: unknown = original()
      if (event === 'test end') tests.over(subject)
      return result
    })
  },
}
