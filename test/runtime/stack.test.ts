import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { captureCaller, captureCallerOfSpy, type Frame, rawSites } from '#src/runtime/stack.ts'

const texts = vi.hoisted(() => ({ parsed: 0 }))

// What is read of a frame that V8 gave as text begins with its last parenthesis.
vi.mock(import('#src/instrument/patch/originals.ts'), async (importOriginal) => {
  const originals = await importOriginal()
  return {
    ...originals,
    stringLastIndexOf: (text: string, part: string) => {
      if (part === '(') texts.parsed += 1
      return originals.stringLastIndexOf(text, part)
    },
  }
})

const formatter = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')

afterEach(() => {
  Object.assign(rawSites, { layered: false, formatting: false, wanted: undefined })
  if (formatter === undefined) delete (Error as Partial<ErrorConstructor>).prepareStackTrace
  else Object.defineProperty(Error, 'prepareStackTrace', formatter)
})

/** Calls `act` below as many functions; while a formatter is at work where `formatting`. Gives how many frames were taken from V8. */
function below(depth: number, formatting: boolean, act: () => void): number {
  let taken = 0
  Object.defineProperty(Error, 'prepareStackTrace', {
    configurable: true,
    get: () => (error: Error, sites: NodeJS.CallSite[]) => {
      if (rawSites.wanted === undefined) return descend(depth)
      taken += sites.length
      return rawSites.wanted(error, sites)
    },
  })
  rawSites.layered = true
  rawSites.formatting = formatting
  const descend = (left: number): void => (left === 0 ? act() : descend(left - 1))
  if (formatting) void new Error('formatted').stack
  else descend(depth)
  return taken
}

/** Enough for a spy, far from all of a stack that is 50 deep. */
const few = 16

describe('a stack', () => {
  it('is taken no deeper than a caller is looked for', () => {
    const member = (): void => {
      expect(captureCaller(member, 'member')).toMatchObject({ kind: 'program' })
    }
    expect(below(50, false, member)).toBe(1)
  })

  it('is taken no deeper than functions of spies go', () => {
    let frame: Frame | undefined
    const member = (): void => {
      frame = captureCallerOfSpy(member, () => true)
    }
    expect(below(50, false, member)).toBeLessThan(few)
    expect(frame).toBeUndefined()
  })

  it('that V8 gave as text is read until a frame tells', () => {
    const parsed: number[] = []
    const member = (): void => {
      texts.parsed = 0
      expect(captureCaller(member, 'member')).toMatchObject({ kind: 'program' })
      parsed.push(texts.parsed)
      expect(captureCallerOfSpy(member, () => false)).toBeDefined()
      parsed.push(texts.parsed)
    }
    below(50, true, member)
    expect(parsed).toEqual([1, 2])
  })

  it('that is Node’s between a spy and the program has no caller of the spy', () => {
    let frame: Frame | undefined
    let spies = 1
    const member = (): void => {
      // The frame of the listener below is the spy's.
      frame = captureCallerOfSpy(member, () => (spies -= 1) >= 0)
    }
    const emitter = new EventEmitter().on('called', () => member())
    below(1, false, () => emitter.emit('called'))
    expect(frame).toBeUndefined()
  })
})
