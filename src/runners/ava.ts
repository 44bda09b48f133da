/** ava: a process or thread per file, tests of a file at once, so that each runs in an asynchronous context. */

import { fileURLToPath } from 'node:url'
import { around, type RunnerModule } from './runner.ts'

export const ava: RunnerModule = {
  name: 'ava',
  file: /\/node_modules\/ava\/lib\/runner\.js$/,
  wants: () => 'Runner',
  found(runner, { tests }) {
    around(runner.prototype, 'runTest', (self, [task], original) => {
      const file = String(self.file ?? '')
      const test = {
        runner: 'ava',
        file: file.startsWith('file:') ? fileURLToPath(file) : file,
        path: [task.title as string],
      }
      return tests.run(test, original) as unknown
    })
  },
}
