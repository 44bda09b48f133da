/** A text is the same whether its map stays in it or is taken out and put back. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withMap, withoutMap } from '#src/load/inline-map.ts'
import { runs } from '../support/property.ts'

const map = 'data:application/json;base64,eyJ2ZXJzaW9uIjozfQ=='
const comment = '//# sourceMappingURL='

describe('the map of a text', () => {
  it.each([
    ['at the end', `a()\n${comment}${map}`, `a()\n${comment}`],
    ['before an empty line', `a()\n${comment}${map}\n\n`, `a()\n${comment}\n\n`],
    ['inside the function that a runner makes', `(() => {{a()\n${comment}${map}\n}})`, `(() => {{a()\n${comment}\n}})`],
    ['in the other kind of comment', `a()\n/*# sourceMappingURL=${map}`, `a()\n/*# sourceMappingURL=`],
  ])('is taken out %s', (_, text, bare) => {
    expect(withoutMap(text)).toEqual({ text: bare, map })
  })

  it.each([
    ['a file', `a()\n${comment}a.js.map`],
    ['nothing', 'a()'],
    ['something far above', `${comment}${map}\n1\n2\n3\n4\n5\n`],
    ['no text', ''],
  ])('is not %s', (_, text) => {
    expect(withoutMap(text)).toEqual({ text, map: undefined })
  })

  it('is known and stays where another mark follows it', () => {
    const text = `a()\n${comment}${map}\nb('${comment}')`
    expect(withoutMap(`${text}\n`).text).toBe(`${text}\n`)
  })

  it('is put back behind the comment, whatever was written before and after it', () => {
    const code = fc.stringMatching(/^[a-z();\n]{0,40}$/)
    const written = fc.stringMatching(/^[A-Z{}\n]{0,20}$/)
    const property = fc.property(code, code, written, written, (before, after, first, last) => {
      const text = `${before}\n${comment}${map}\n${after.replaceAll('\n', '')}`
      const mapped = withoutMap(text)
      expect(mapped.map).toBe(map)
      expect(withMap(text, mapped, mapped.text)).toEqual({ text, map })
      expect(withMap(text, mapped, first + mapped.text + last)).toEqual({ text: first + text + last, map })
    })
    fc.assert(property, runs(200))
  })
})
