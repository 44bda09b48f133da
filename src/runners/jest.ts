/**
 * jest with its default runner, jest-circus: the function that runs a test file gets the file's environment, whose
 * `handleTestEvent` hears of every test. That function runs outside of the file's realm, in band, in processes and threads.
 */

import { around, type RunnerModule } from './runner.ts'
import type { TestIdentity } from './tests.ts'

interface CircusBlock {
  readonly name: string
  readonly parent?: CircusBlock
}

interface CircusEvent {
  readonly name: string
  readonly test: CircusBlock
}

export const jest: RunnerModule = {
  name: 'jest',
  file: /\/node_modules\/jest-circus\/build\/runner\.js$/,
  wants: () => 'module.exports',
  found(adapter, { tests }) {
    around(adapter, 'default', (_, [, , environment, , file], original) => {
      const given = environment.handleTestEvent as Function | undefined
      Object.defineProperty(environment, 'handleTestEvent', {
        configurable: true,
        writable: true,
        value: (event: CircusEvent, ...rest: unknown[]) => {
          if (event.name === 'test_start') tests.enter(event.test, identityOf(event.test, file as string))
          if (event.name === 'test_done') tests.over(event.test)
          return given === undefined ? undefined : Reflect.apply(given, environment, [event, ...rest])
        },
      })
      const result = original() as Promise<unknown>
      // Not awaited: a frame of ours would stand in every stack of the file. jest handles its failure.
      const end = (): void => tests.endFile()
      result.then(end, end)
      return result
    })
  },
}

function identityOf(test: CircusBlock, file: string): TestIdentity {
  const path: string[] = []
  for (let block: CircusBlock | undefined = test; block?.parent !== undefined; block = block.parent)
    path.unshift(block.name)
  return { runner: 'jest', file, path }
}
