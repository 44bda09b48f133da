/** The main realm's language is patched when watched code is about to run there, however long that takes. */

import vm from 'node:vm'
import { expect, test } from 'vitest'
import { algorithms } from '#src/engine/algorithms.ts'
import type { Realm } from '#src/instrument/patch/patcher.ts'
import { hybridStrategy } from '#src/instrument/strategy.ts'
import { Session } from '#src/runtime/session.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'

const pushed = compileSpec({
  id: 'example/pushed',
  description: 'Nothing is pushed.',
  severity: 'error',
  doc: 'https://example.org',
  events: { push: { on: { kind: 'call', target: 'Array.prototype.push' } } },
  logic: 'raw',
  report: { match: 'pushed' },
})

function setUp() {
  const realm = vm.runInNewContext('globalThis') as Realm & typeof globalThis
  const session = new Session(
    { id: 's', specs: [pushed], strategy: hybridStrategy, algorithm: algorithms.D, algo: 'D' },
    realm,
  )
  return { session, realm, native: realm.Array.prototype.push }
}

test('a session that starts in the main realm patches it', () => {
  const { session, realm, native } = setUp()
  session.start()
  expect(realm.Array.prototype.push).not.toBe(native)
  session.busy = true
})

test('a session that starts in another realm leaves the main one alone until that is entered, and patches it once', () => {
  const { session, realm, native } = setUp()
  session.start(false)
  expect(realm.Array.prototype.push).toBe(native)
  session.enterMainRealm()
  const wrapper = realm.Array.prototype.push
  expect(wrapper).not.toBe(native)
  session.enterMainRealm()
  expect(realm.Array.prototype.push).toBe(wrapper)
  session.busy = true
})
