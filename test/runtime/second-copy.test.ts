import { afterEach, expect, test } from 'vitest'
import { UserError } from '#src/diagnostics/user-error.ts'
import { claimThread } from '#src/runtime/claim-thread.ts'

const claim = Symbol.for('jsmop.runtime')

afterEach(() => {
  Reflect.deleteProperty(process, claim)
})

test('a second copy of JSMOP in a thread is refused by name', () => {
  expect(Object.getOwnPropertySymbols(process)).not.toContain(claim)
  claimThread()
  expect(Object.keys(process)).not.toContain(String(claim))
  const first = (process as unknown as Record<symbol, string>)[claim]
  expect(first).toMatch(/^file:.*claim-thread\.[jt]s$/)
  expect(claimThread).toThrow(UserError)
  expect(claimThread).toThrow(`JSMOP is already monitoring this thread, from ${first}; ${first} is a second copy`)
})
