/** Finding and wrapping functions, on realms and modules made for the purpose. */

import { builtinModules } from 'node:module'
import { expect, test } from 'vitest'
import { HookedFunctions } from '#src/instrument/patch/hooked-functions.ts'
import { Patcher, type Realm } from '#src/instrument/patch/patcher.ts'
import { planInstrumentation } from '#src/instrument/plan/plan.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { kernelDouble } from '../support/kernel-double.ts'

function setUp(targets: string | readonly string[], things: object, wraps = true, hearsTexts = false) {
  const spec = compileSpec({
    id: 'a/b',
    description: 'A rule.',
    severity: 'error',
    doc: 'https://example.org',
    events: { e: { on: { kind: 'call', target: targets, when: 'before' } } },
    logic: 'raw',
    report: { match: 'm' },
  })
  let signals = 0
  const { kernel, faults } = kernelDouble(() => (signals += 1))
  const realm = Object.assign(things, { Error, Function }) as unknown as Realm
  const functions = new HookedFunctions(kernel)
  const { places } = planInstrumentation([spec])
  const patcher = new Patcher(
    kernel,
    functions,
    places,
    () => true,
    () => wraps,
    realm,
    hearsTexts,
  )
  return { patcher, functions, realm, faults, signals: () => signals }
}

test('trap 15: what an accessor gives is patched when the program asks for it, and not read before', () => {
  let reads = 0
  const storage = { getItem: (key: string) => `value of ${key}` }
  const things = {
    get localStorage() {
      reads += 1
      return storage
    },
  }
  const original = storage.getItem
  const { patcher, signals } = setUp('localStorage.getItem', things)
  patcher.patchHost()
  expect(reads).toBe(0)
  expect(storage.getItem).toBe(original)
  expect(things.localStorage.getItem('a')).toBe('value of a')
  expect({ reads, signals: signals() }).toEqual({ reads: 1, signals: 1 })
  expect(String(Object.getOwnPropertyDescriptor(things, 'localStorage')!.get)).toMatch(/^get localStorage\(\)/)
})

test.each([
  ['const made = new Response()', 1],
  ['fetch(address).then((given) => given.text())', 1],
  ['globalThis[name]', 1],
  ['Object.getOwnPropertyNames(globalThis)', 1],
  ['response.text(), Responses, $fetches, globalThis.name', 0],
])('what V8 gives lazily is looked at when a text is to run that may ask for it: %s', (text, expected) => {
  const body = { text: () => 'text' }
  const asked: PropertyKey[] = []
  const things = new Proxy(Object.assign({ Response: { prototype: body } }, { Error, Function }), {
    getOwnPropertyDescriptor: (target, key) => {
      asked.push(key)
      return Reflect.getOwnPropertyDescriptor(target, key)
    },
  })
  const { patcher, signals } = setUp('Response.prototype.text', things, true, true)
  asked.length = 0
  patcher.patchHost()
  patcher.mention('const unrelated = 1')
  expect(asked).not.toContain('Response')
  patcher.mention(text)
  expect(asked.filter((key) => key === 'Response')).toHaveLength(expected)
  expect(body.text()).toBe('text')
  expect(signals()).toBe(expected)
  patcher.mention(text)
  expect(asked.filter((key) => key === 'Response')).toHaveLength(expected)
})

test('trap 10: names of one function stay one, under every name that is wanted, and each call is one event', () => {
  const Emitter = function () {}
  const { prototype } = Emitter as unknown as { prototype: Record<string, Function> }
  prototype['on'] = function on() {
    return 'on'
  }
  prototype['addListener'] = prototype['on']
  const { patcher, signals } = setUp('Emitter.prototype.{on,addListener}', { Emitter })
  const original = prototype['on']
  patcher.patchHost()
  expect(prototype['on']).not.toBe(original)
  expect(prototype['addListener']).toBe(prototype['on'])
  expect(prototype['on']()).toBe('on')
  expect(signals()).toBe(1)
  // Patching the same realm again changes nothing.
  const wrapper = prototype['on']
  patcher.patchHost()
  expect(prototype['on']).toBe(wrapper)
})

test('a method that a class inherits signals for instances of the class only', () => {
  class Above {
    go(): string {
      return 'gone'
    }
  }
  class Below extends Above {}
  const { patcher, signals } = setUp('Below.prototype.go', { Above, Below })
  patcher.patchHost()
  expect([new Above().go(), signals()]).toEqual(['gone', 0])
  expect([new Below().go(), signals()]).toEqual(['gone', 1])
})

test('what cannot be patched is listed with the reason', () => {
  const fixed = Object.freeze({ method() {} })
  const { patcher } = setUp(['fixed.method', 'fixed.missing', 'fixed.none.at.all', 'number.text'], {
    fixed,
    number: { text: 1 },
  })
  patcher.patchHost()
  expect(patcher.unmonitored).toEqual([
    { target: 'fixed.method', reason: 'it may not be replaced' },
    { target: 'fixed.missing', reason: 'it has no member missing' },
    { target: 'fixed.none.at.all', reason: 'there is no fixed.none' },
    { target: 'number.text', reason: 'it is no function' },
  ])
})

test('where nothing is wrapped, functions are found and left alone', () => {
  let reads = 0
  class Late {
    go(): void {}
  }
  const things: Record<string, unknown> = { api: { call() {} } }
  Object.defineProperty(things, 'Late', { configurable: true, get: () => ((reads += 1), Late) })
  const before = Object.getOwnPropertyDescriptors(things)
  const { call } = things['api'] as { call: Function }
  const { patcher, functions } = setUp(['api.call', 'Late.prototype.go'], things, false)
  patcher.patchHost()
  expect(Object.getOwnPropertyDescriptors(things)).toMatchObject(before)
  expect((things['api'] as { call: Function }).call).toBe(call)
  expect(functions.find(call)?.name).toBe('api.call')
  expect([functions.find(Late.prototype.go), reads]).toEqual([undefined, 0])
  // An instance shows that the class is there already.
  patcher.findLate(Late.prototype)
  expect(functions.find(Late.prototype.go)?.name).toBe('Late.prototype.go')
})

test('classes that modules of Node export are capitalised, so others are not looked at for methods', () => {
  const warning = /^(?:_.*|punycode|sys|wasi|trace_events|repl|test.*)$/
  let functions = 0
  const classes: string[] = []
  for (const module of builtinModules.filter((name) => !warning.test(name))) {
    const exports = process.getBuiltinModule(module) as object
    for (const name of Reflect.ownKeys(exports)) {
      const value: unknown = Object.getOwnPropertyDescriptor(exports, name)?.value
      if (typeof value !== 'function' || (typeof name === 'string' && /^[A-Z]/.test(name))) continue
      functions += 1
      const prototype: unknown = Object.getOwnPropertyDescriptor(value, 'prototype')?.value
      const methods = typeof prototype === 'object' && prototype !== null ? Reflect.ownKeys(prototype) : []
      if (methods.some((key) => key !== 'constructor')) classes.push(`${module}#${String(name)}`)
    }
  }
  expect(functions).toBeGreaterThan(300)
  // What Node 26 hands handles over with, which nobody can name.
  expect(classes.filter((name) => name !== 'net#_TransferredBoundSocket')).toEqual([])
})
