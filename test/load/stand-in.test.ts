import { expect, test } from 'vitest'
import { replaceMethod } from '#src/load/stand-in.ts'

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
