/** mocha, serial and parallel: its runner emits an event for everything, in whichever process runs the tests. */

import { around, outermostFirst, type RunnerModule } from './runner.ts'

export const mocha: RunnerModule = {
  name: 'mocha',
  // The entry, which is CommonJS in every version and has the runner as a property.
  file: /\/node_modules\/mocha\/lib\/mocha\.c?js$/,
  wants: () => 'module.exports.Runner',
  found(runner, { tests }) {
    let file: string | undefined
    around(runner.prototype, 'emit', (_, [event, subject], original) => {
      // A suite begins before what it does before its tests; the outermost is of no file.
      const begins = event === 'test' || (event === 'suite' && subject?.file !== undefined)
      if (begins) {
        if (file !== undefined && subject.file !== file) tests.endFile()
        file = subject.file as string | undefined
      }
      // Another run begins in this process.
      if (event === 'start' && file !== undefined) {
        tests.endFile()
        file = undefined
      }
      // The last file ends with the process, which goes on as long as something in it does: mocha waits for that unless told to exit.
      if (event === 'suite' || event === 'end') tests.beginSuite()
      if (event === 'test') {
        tests.enter(subject, { runner: 'mocha', file: file ?? '', path: titlesOf(subject as Titled) })
      }
      const result: unknown = original()
      if (event === 'test end') tests.over(subject)
      return result
    })
  },
}

interface Titled {
  readonly title: string
  readonly parent?: Titled
}

/** From the outermost suite to the test; the root has no title. Mocha's own `titlePath` came with its version 4. */
function titlesOf(test: Titled): string[] {
  return outermostFirst(
    test,
    ({ parent }) => (parent?.parent === undefined ? undefined : parent),
    ({ title }) => title,
  )
}
