import { expect, test, vi } from 'vitest'
import { unweave } from '#src/instrument/weave/unweave.ts'

test('takes a text back once that is asked for again and again', () => {
  const written = (name: string) => `function ${name}() { return f() }`
  const woven = (name: string) => `function ${name}() { return !(J$mop.s=7)?0:f() }`
  const replace = vi.spyOn(String.prototype, 'replace')
  try {
    expect([woven('one'), woven('one'), woven('one')].map(unweave)).toEqual(Array(3).fill(written('one')))
    expect(replace).toHaveBeenCalledOnce()
    expect([woven('other'), woven('one')].map(unweave)).toEqual([written('other'), written('one')])
  } finally {
    replace.mockRestore()
  }
})
