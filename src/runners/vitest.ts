/** vitest, all pools: the class that its workers run tests with, in the realm of the tests where a pool makes one. */

import { around, outermostFirst, type RunnerModule } from './runner.ts'
import type { TestIdentity } from './tests.ts'

interface VitestTask {
  readonly name: string
  readonly mode: string
  readonly concurrent?: boolean
  readonly suite?: VitestTask
  readonly file: { readonly filepath: string }
}

const names = { before: 'onBeforeRunTask', after: 'onAfterRunTask', end: 'onAfterRunFiles' }
/** Before vitest 1. */
const oldNames = { before: 'onBeforeRunTest', after: 'onAfterRunTest', end: 'onAfterRun' }
const suiteName = 'onBeforeRunSuite'

export const vitest: RunnerModule = {
  name: 'vitest',
  file: /\/node_modules\/vitest\/dist\/.*\.js$/,
  wants: (text) =>
    text.includes('workerState.current = test') ? /^class (\w*TestRunner)\b/m.exec(text)?.[1] : undefined,
  found({ prototype }, { tests }) {
    const { before, after, end } = names.before in prototype ? names : oldNames
    around(prototype, before, (_, [test], original) => {
      const task = test as VitestTask
      const result: unknown = original()
      if (task.mode === 'run' || task.mode === 'queued') {
        tests.enter(task, identityOf(task))
        // vitest waits for this in the function that then runs the test.
        if (task.concurrent === true) tests.enterContext(task)
      }
      return result
    })
    around(prototype, after, (_, [test], original) => {
      tests.over(test)
      return original() as unknown
    })
    // vitest calls what an instance has: until 1.5 the class has none for the end, and some versions have none for suites.
    for (const name of [end, suiteName])
      if (!(name in prototype))
        Object.defineProperty(prototype, name, { value() {}, writable: true, configurable: true })
    around(prototype, suiteName, (_, __, original) => {
      tests.beginSuite()
      return original() as unknown
    })
    around(prototype, end, (_, __, original) => {
      tests.endFile()
      // Processes are killed and threads terminated when there are no more files for them.
      tests.expectForce()
      return original() as unknown
    })
  },
}

function identityOf(test: VitestTask): TestIdentity {
  const path = outermostFirst<VitestTask>(
    test,
    // Until vitest 3 the tests of a file are in a suite without a name.
    ({ suite }) => (suite?.name === '' && suite.suite === undefined ? undefined : suite),
    ({ name }) => name,
  )
  return { runner: 'vitest', file: test.file.filepath, path }
}
