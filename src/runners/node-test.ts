/**
 * `node:test`. Hooks of the root, added when the program first defines a test, hear of every test and subtest, in a process
 * per file as well as with all files in one.
 */

import { callOriginal, standInForFunction } from '../load/stand-in.ts'
import type { Tests } from './tests.ts'

interface NodeTestContext {
  readonly name: string
  readonly fullName?: string
  readonly filePath?: string
}

const definers = ['test', 'it', 'describe', 'suite'] as const

export function watchNodeTest(exports: any, tests: Tests): void {
  const { beforeEach, afterEach } = exports as Record<'beforeEach' | 'afterEach', Function>
  let hooked = false
  const hook = (): void => {
    if (hooked) return
    hooked = true
    beforeEach((context: NodeTestContext) => tests.enter(context, identityOf(context)))
    afterEach((context: NodeTestContext) => tests.over(context))
  }
  for (const name of definers) {
    const original = exports[name] as Function | undefined
    if (original === undefined) continue
    const standIn = standInForFunction(original, (self, args) => {
      hook()
      return callOriginal(original, self, args)
    })
    exports[name] = standIn
  }
}

/** A full name joins the titles with ` > `; older versions of Node know only the test's own. */
function identityOf({ name, fullName, filePath }: NodeTestContext) {
  const path = fullName === undefined ? [name] : fullName.split(' > ')
  return { runner: 'node:test', file: filePath ?? process.argv[1] ?? '', path }
}
