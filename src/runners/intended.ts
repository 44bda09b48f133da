/** Faults that a test provokes on purpose, around the assertions of libraries that expect them; Node's own are the runtime's. */

import { types } from 'node:util'
import { disguise } from '../instrument/patch/disguise.ts'
import { promiseThen, stringStartsWith } from '../instrument/patch/originals.ts'
import type { IntendedFaults, RunnerModule } from './runner.ts'
import { around, limits } from './runner.ts'

const { isPromise } = types

export function whileCalled<T>(intended: IntendedFaults, work: () => T): T {
  intended.enter()
  const raised = limits.raise(1)
  try {
    return work()
  } finally {
    limits.lower(raised)
    intended.leave()
  }
}

/**
 * For what is expected to be rejected: a promise, or a function that gives one. Faults are intended until it settles. The
 * reaction on it hides nothing: an assertion of its rejection handles it.
 */
export function whileSettling(intended: IntendedFaults, subject: unknown): unknown {
  const untilSettled = (given: unknown): void => {
    const leave = (): void => intended.leave()
    if (isPromise(given)) void promiseThen(given, leave, leave)
    else leave()
  }
  if (isPromise(subject)) {
    intended.enter()
    untilSettled(subject)
  }
  if (typeof subject !== 'function') return subject
  return function (this: unknown, ...args: unknown[]): unknown {
    let given: unknown
    intended.enter()
    const raised = limits.raise(1)
    try {
      given = Reflect.apply(subject, this, args)
      return given
    } finally {
      limits.lower(raised)
      untilSettled(given)
    }
  }
}

/** chai, and through it what others build on it. */
export const chai: RunnerModule = {
  name: 'chai',
  // The last is that of chai 1 to 4, which put it together out of functions.
  file: /\/node_modules\/chai\/(?:index|chai|lib\/chai\/assertion|lib\/chai)\.[cm]?js$/,
  wants: (text, kind) => {
    if (kind !== 'module') return text.includes("require('./chai/core/assertions')") ? 'exports.Assertion' : undefined
    return /^(?:class|var) Assertion\b/m.test(text) && text.includes('addMethod("throw"') ? 'Assertion' : undefined
  },
  found(assertion, { intended }) {
    for (const name of ['throw', 'throws', 'Throw'])
      around(assertion.prototype, name, (_, __, original) => whileCalled(intended, original))
  },
}

/** vitest's `expect`: matchers that it adds to chai's assertions, before the end of the module that asks it to. */
export const vitestExpect: RunnerModule = {
  name: 'vitest expect',
  file: /\/node_modules\/vitest\/dist\/.*\.js$/,
  wants: (text) => {
    // Bundlers call chai so, or `chai$1` where the module has another of that name.
    const found = /^(chai(?:\$\d+)?)\.use\(JestChaiExpect\)/m.exec(text)
    return found === null ? undefined : `${found[1]}.Assertion`
  },
  found({ prototype }, { intended }) {
    for (const name of ['toThrow', 'toThrowError'])
      around(prototype, name, (_, __, original) => whileCalled(intended, original))
    const descriptor = Object.getOwnPropertyDescriptor(prototype, 'rejects')
    const get = descriptor?.get
    if (get === undefined) return
    Object.defineProperty(prototype, 'rejects', {
      ...descriptor,
      get(this: { _obj: unknown }) {
        const { _obj: subject } = this
        this._obj = whileSettling(intended, subject)
        try {
          return Reflect.apply(get, this, []) as unknown
        } finally {
          this._obj = subject
        }
      },
    })
  },
}

/** jest's `expect`, which makes an object of matchers for each value. */
export const jestExpect: RunnerModule = {
  name: 'jest expect',
  file: /\/node_modules\/expect\/build\/index\.js$/,
  wants: () => 'module',
  found(module: { exports: any }, { intended }) {
    const { exports } = module
    const isAlone = typeof exports === 'function'
    const expect = (isAlone ? exports : exports.expect) as Function
    // Programs add matchers now and then.
    let matchers = 0
    let throwing: string[] = []
    const stands = new Proxy(expect, {
      apply(target, self, args: unknown[]) {
        const made = Reflect.apply(target, self, args)
        // Nothing else can throw or be rejected; and most are values: what follows was a tenth of a suite of 20,000 assertions.
        if (typeof args[0] !== 'function' && !isPromise(args[0])) return made
        const keys = Object.keys(made)
        if (keys.length !== matchers) {
          matchers = keys.length
          throwing = startingWith(keys, 'toThrow')
        }
        for (let i = 0; i < throwing.length; i += 1)
          around(made, throwing[i]!, (_, __, original) => whileCalled(intended, original))
        const { rejects } = made
        Object.defineProperty(made, 'rejects', {
          configurable: true,
          enumerable: true,
          get() {
            const subject = whileSettling(intended, args[0])
            return subject === args[0] ? rejects : Reflect.apply(target, self, [subject]).rejects
          },
        })
        return made
      },
    })
    // Until jest 27 it is all that the module exports.
    if (isAlone) module.exports = stands
    else {
      exports.expect = stands
      exports.default = stands
    }
  },
}

/** Calls nothing that may be wrapped: a call from here would count as the test's. */
function startingWith(texts: readonly string[], start: string): string[] {
  const found: string[] = []
  for (let i = 0; i < texts.length; i += 1) if (stringStartsWith(texts[i]!, start)) found[found.length] = texts[i]!
  return found
}

/** ava's assertions are fields that each test's own object gets when it is made. */
export const avaAssertions: RunnerModule = {
  name: 'ava assertions',
  file: /\/node_modules\/ava\/lib\/assert\.js$/,
  wants: () => 'Assertions',
  found({ prototype }, { intended }) {
    const replace = (name: string, replacement: Parameters<typeof around>[2]): void => {
      Object.defineProperty(prototype, name, {
        configurable: true,
        set(this: object, assertion: Function) {
          Object.defineProperty(this, name, { value: assertion, writable: true, enumerable: true, configurable: true })
          around(this, name, replacement)
          // It has a variant that hangs on it, `t.throws.skip`.
          disguise((this as Record<string, Function>)[name]!, assertion)
        },
      })
    }
    replace('throws', (_, __, original) => whileCalled(intended, original))
    replace('throwsAsync', (_, args, original) => {
      args[0] = whileSettling(intended, args[0])
      return original() as unknown
    })
  },
}
