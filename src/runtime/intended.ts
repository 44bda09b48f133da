/**
 * Violations that a test provokes on purpose: inside `assert.throws` and its like a broken rule is what is tested. Events
 * still reach the monitors, so their states stay right; reports made meanwhile are only counted.
 *
 * `assert.rejects` suspends reports until its promise settles. What another test breaks in the meantime is not reported
 * either: a miss where tests overlap, instead of a false alarm at every negative test.
 */

import type * as channels from 'node:diagnostics_channel'
import type { Kernel } from '../instrument/kernel.ts'
import { freshIdentity, neverCalled } from '../instrument/kernel.ts'
import { originalOf } from '../instrument/patch/disguise.ts'
import { defineProperty, getOwnPropertyDescriptor, mapGet, mapSet } from '../instrument/patch/originals.ts'
import type { Hook, WrapperRealm } from '../instrument/patch/wrap-function.ts'
import { wrapFunction } from '../instrument/patch/wrap-function.ts'
import { type Intention, type IntentionMessage, intentionsChannel } from './intentions-channel.ts'

export class IntendedViolations {
  /** Reports that were not made. */
  count = 0
  #depth = 0
  /** What the program says with `ignoreViolations` and `expectViolation`. */
  readonly #intentions = new Set<Intention>()
  readonly #kernel: Kernel
  readonly #realm: WrapperRealm
  readonly #wrappers = new Map<Function, Function>()

  constructor(kernel: Kernel, realm: WrapperRealm) {
    this.#kernel = kernel
    this.#realm = realm
  }

  /** Hears what the program says, which it cannot before it has the module of channels. */
  listen({ subscribe }: typeof channels): void {
    subscribe(intentionsChannel, (message) => this.#hear(message as IntentionMessage))
  }

  #hear({ step, intention }: IntentionMessage): void {
    const { busy } = this.#kernel
    this.#kernel.busy = true
    if (step === 'begin') this.#intentions.add(intention)
    else this.#intentions.delete(intention)
    this.#kernel.busy = busy
  }

  /** Whether a violation of the spec is meant, which makes it only counted. */
  takes(spec: string, instances: number): boolean {
    let meant = this.#depth > 0
    // Not begun for nothing: the program may have replaced how Sets are iterated.
    if (this.#intentions.size > 0) {
      for (const intention of this.#intentions) {
        if (intention.spec !== undefined && intention.spec !== spec) continue
        intention.seen += instances
        meant = true
      }
    }
    if (meant) this.count += instances
    return meant
  }

  enter(): void {
    this.#depth += 1
  }

  leave(): void {
    if (this.#depth > 0) this.#depth -= 1
    else this.#kernel.fault('intended violations', new Error('left more often than entered'))
  }

  /** Suspends reports in the assertions of `node:assert` that expect a failure; called when a module of Node was loaded. */
  watchModule(name: string, exports: object): void {
    if (name !== 'assert' && name !== 'assert/strict') return
    for (const holder of [exports, (exports as { strict?: object }).strict]) {
      if (holder === undefined) continue
      this.#watchMember(holder, 'throws')
      this.#watchMember(holder, 'rejects')
    }
  }

  #watchMember(holder: object, key: 'throws' | 'rejects'): void {
    const descriptor = getOwnPropertyDescriptor(holder, key)
    if (typeof descriptor?.value !== 'function') return
    const present = descriptor.value as Function
    if (originalOf(present) !== present) return
    let wrapper = mapGet(this.#wrappers, present) as Function | undefined
    if (wrapper === undefined) {
      wrapper = wrapFunction(this.#kernel, this.#hook(present, key), this.#realm)
      mapSet(this.#wrappers, present, wrapper)
    }
    defineProperty(holder, key, { ...descriptor, value: wrapper })
  }

  #hook(original: Function, key: 'throws' | 'rejects'): Hook {
    const leave = (): void => this.leave()
    return {
      name: `node:assert#${key}`,
      ...freshIdentity(),
      wrapper: original,
      member: key,
      home: undefined,
      ...neverCalled,
      // Whoever asserts, the failure is expected.
      internalCounts: true,
      original,
      keys: null,
      givenAsync: false,
      asleep: false,
      wantsArgs: false,
      constructs: false,
      before: () => this.enter(),
      returned: key === 'throws' ? leave : null,
      threw: null,
      catches: false,
      failed: leave,
      fulfilled: key === 'rejects' ? leave : null,
      rejected: key === 'rejects' ? leave : null,
    }
  }
}
