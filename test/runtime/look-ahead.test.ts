/** Loops that an agent is known to decline are passed over before anything is made for them, in a session as it is in a run. */

import vm from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import noShift from '../../specs/array/no-shift-during-iteration/spec.ts'
import { algorithms } from '#src/engine/algorithms.ts'
import { parseSample } from '#src/engine/select/sample.ts'
import { Selection } from '#src/engine/select/selection.ts'
import type { RealmAbi } from '#src/instrument/weave/abi.ts'
import type { Realm } from '#src/instrument/patch/patcher.ts'
import { weaveStrategy } from '#src/instrument/strategy.ts'
import { Session, type SessionOptions } from '#src/runtime/session.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'

const loops = 2000

afterEach(() => vi.restoreAllMocks())

/** Runs loops over an array of three at one place, as woven code does, and counts how each of them was decided. */
function decisions(options: Partial<SessionOptions>) {
  const realm = vm.runInNewContext('globalThis') as Realm
  const session = new Session(
    { id: 's', specs: [compileSpec(noShift)], strategy: weaveStrategy, algorithm: algorithms.D, algo: 'D', ...options },
    realm,
  )
  const asked = vi.spyOn(Selection.prototype, 'foresees')
  const passed = vi.spyOn(Selection.prototype, 'passesOver')
  session.start()
  const realmAbi = { TypeError, captureStackTrace: () => {}, e: [], E: [] } as unknown as RealmAbi
  const { hooks } = session
  for (let i = 0; i < loops; i += 1) {
    const array = [1, 2, 3]
    const loop = hooks.o(array, 1, realmAbi)
    if (loop === undefined) continue
    for (const _ of array) hooks.n(loop)
    hooks.f(loop)
  }
  session.busy = true
  return {
    asked: asked.mock.calls.length,
    passed: passed.mock.results.filter(({ value }) => value === true).length,
  }
}

test('woven loops ask beforehand, and most are passed over', () => {
  const { asked, passed } = decisions({ selection: { sample: parseSample('valg:default') } })
  expect(asked + passed).toBe(loops)
  expect(passed).toBeGreaterThan(0.95 * loops)
})

test('where time is measured each loop is an event', () => {
  const { asked, passed } = decisions({ selection: { sample: parseSample('valg:default') }, clock: () => 0 })
  expect({ asked, passed }).toEqual({ asked: loops, passed: 0 })
})
