import { expect, test } from 'vitest'
import { standFor } from '#src/instrument/patch/disguise.ts'
import { replaceMethod, standInForClass } from '#src/load/stand-in.ts'

test('a replaced method tells what came of it, and gives the program the same', () => {
  const holder = {
    half(n: number): number {
      if (n % 2 === 1) throw new RangeError('odd')
      return n / 2
    },
  }
  const said: string[] = []
  replaceMethod(holder, 'half', 'half', {
    before: ([n]) => [(n as number) * 3],
    after: ([n], result) => said.push(`half of three times ${String(n)} is ${String(result)}`),
    failed: () => said.push('failed'),
  })
  expect(holder.half(4)).toBe(6)
  expect(() => holder.half(5)).toThrow(new RangeError('odd'))
  expect(said).toEqual(['half of three times 4 is 6', 'failed'])
})

test('what stands for a class makes its objects, with other arguments', () => {
  class Box {
    readonly content: unknown
    constructor(content: unknown) {
      this.content = content
    }
  }
  const Double = standInForClass(Box, ([content]) => [`${content} ${content}`])
  const box = new Double('a')
  expect(box).toBeInstanceOf(Double)
  expect(box).toBeInstanceOf(Box)
  expect(box.content).toBe('a a')
  expect(String(Double)).toBe(String(Box))
  class Small extends Double {}
  expect(new Small('b')).toBeInstanceOf(Small)
  expect(new Small('b').constructor).toBe(Small)
})

test('what stands for a wrapped class is the constructor of its objects, as the wrapper was', () => {
  class Box extends EventTarget {}
  const Wrapper = new Proxy(Box, {})
  standFor(Wrapper, Box)
  Box.prototype.constructor = Wrapper
  const Outer = standInForClass(Wrapper, (args) => args)
  expect(new Outer().constructor).toBe(Outer)
  const Plain = standInForClass(class Plain extends EventTarget {}, (args) => args)
  const { constructor } = new Plain()
  expect(constructor).not.toBe(Plain)
  expect(constructor.name).toBe('Plain')
})
