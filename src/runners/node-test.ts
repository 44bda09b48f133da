/**
 * `node:test`. Its tests are instances of a class that no module exports; none of its functions can be wrapped without
 * showing in the places and stacks that it reports. But the class assigns plain fields: an accessor above it sees `name`
 * assigned to the first instance and so finds the class; accessors on the class see a test start and end.
 */

import type * as asyncHooks from 'node:async_hooks'
import { createRequire } from 'node:module'
import { disguise } from '../instrument/patch/disguise.ts'
import { outermostFirst } from './runner.ts'
import type { TestIdentity, Tests } from './tests.ts'

interface NodeTest {
  readonly name: string
  /** Null for the root. */
  readonly parent: NodeTest | null
  readonly entryFile?: string
  /** How many of its subtests run at once. */
  readonly concurrency?: number
  fn?: Function
}

/** Called when the module was loaded, before the program has it. */
export function watchNodeTest(tests: Tests): void {
  const { AsyncResource } = createRequire(import.meta.url)('node:async_hooks') as typeof asyncHooks
  trapField(AsyncResource.prototype, 'name', (instance, remove) => {
    if (instance.constructor.name !== 'Test') return
    remove()
    watchClass(Object.getPrototypeOf(instance) as object, tests)
  })
}

/** Hears of the first assignments of a field; they take effect as they would have. */
function trapField(prototype: object, field: string, assigned: (instance: object, remove: () => void) => void): void {
  Object.defineProperty(prototype, field, {
    configurable: true,
    enumerable: false,
    get: () => undefined,
    set(this: object, value: unknown) {
      Object.defineProperty(this, field, { value, writable: true, enumerable: true, configurable: true })
      assigned(this, () => Reflect.deleteProperty(prototype, field))
    },
  })
}

function watchClass(prototype: object, tests: Tests): void {
  const isTest = (instance: NodeTest): boolean => instance.constructor.name === 'Test' && instance.parent !== null
  keepField(prototype, 'startTime', (test) => {
    if (test.constructor.name === 'Suite') tests.beginSuite()
    if (!isTest(test)) return
    tests.enter(test, identityOf(test), test.parent)
    if ((test.parent?.concurrency ?? 1) > 1) enterContextWhenRun(test, tests)
  })
  keepField(prototype, 'endTime', (test) => {
    if (isTest(test)) tests.over(test)
    else if (test.parent === null) tests.endFile()
  })
}

/** Node runs the function of a test in a context that it made with the test, before the test began. */
function enterContextWhenRun(test: NodeTest, tests: Tests): void {
  const { fn } = test
  if (typeof fn !== 'function') return
  test.fn = disguise(function (this: unknown, ...args: unknown[]): unknown {
    tests.enterContext(test)
    return Reflect.apply(fn, this, args)
  }, fn)
}

/** Keeps a field's values apart from its instances; `set` hears of those that are not null. */
function keepField(prototype: object, field: string, set: (instance: NodeTest) => void): void {
  const values = new WeakMap<object, unknown>()
  Object.defineProperty(prototype, field, {
    configurable: true,
    enumerable: false,
    get(this: object) {
      return values.get(this)
    },
    set(this: NodeTest, value: unknown) {
      values.set(this, value)
      if (value !== null) set(this)
    },
  })
}

function identityOf(test: NodeTest): TestIdentity {
  const outer = ({ parent }: NodeTest) => (parent === null || parent.parent === null ? undefined : parent)
  const path = outermostFirst(test, outer, ({ name }) => name)
  return { runner: 'node:test', file: test.entryFile ?? process.argv[1] ?? '', path }
}
