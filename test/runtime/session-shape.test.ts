/**
 * Every monitored operation reads and writes fields of the session, at addresses that optimized code knows. A property that
 * becomes an accessor, or is deleted, makes V8 keep all of them in a hash table instead, and nothing fails but time.
 */

import v8 from 'node:v8'
import vm from 'node:vm'
import { expect, test } from 'vitest'
import { algorithms } from '#src/engine/algorithms.ts'
import type { Realm } from '#src/instrument/patch/patcher.ts'
import { hybridStrategy } from '#src/instrument/strategy.ts'
import { Session } from '#src/runtime/session.ts'

v8.setFlagsFromString('--allow-natives-syntax')
// oxlint-disable-next-line no-new-func, no-implied-eval -- No other text may hold V8's own syntax.
const hasFields = new Function('object', 'return %HasFastProperties(object)') as (object: object) => boolean

test('a session keeps its fields when tests overlap', () => {
  const realm = vm.runInNewContext('globalThis') as Realm
  const session = new Session(
    { id: 's', specs: [], strategy: hybridStrategy, algorithm: algorithms.D, algo: 'D' },
    realm,
  )
  let current: string | undefined
  session.start()
  session.enterTest('first')
  session.followTests(() => current)
  expect(session.test).toBe('first')
  current = 'second'
  expect(session.test).toBe('second')
  current = undefined
  session.enterTest('third')
  expect(session.test).toBe('third')
  session.leaveTest()
  expect(session.test).toBeUndefined()
  session.busy = true

  // oxlint-disable-next-line no-misused-spread -- Only its fields are wanted.
  const table = { ...session }
  Object.defineProperty(table, 'busy', { get: () => true })
  delete (table as { toThrow?: unknown }).toThrow
  expect(hasFields(table)).toBe(false)
  expect(hasFields(session)).toBe(true)
  expect(hasFields(session.hooks)).toBe(true)
})

test('a session that starts within work of ours counts what comes after it', () => {
  const realm = vm.runInNewContext('globalThis') as Realm
  const session = new Session(
    { id: 's', specs: [], strategy: hybridStrategy, algorithm: algorithms.D, algo: 'D' },
    realm,
  )
  session.quietly(() => expect(session.busy).toBe(true))
  expect(session.busy).toBe(true)
  session.quietly(() => session.quietly(() => session.start()))
  expect(session.busy).toBe(false)
  session.quietly(() => expect(session.busy).toBe(true))
  expect(session.busy).toBe(false)
})
