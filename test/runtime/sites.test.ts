/** Which woven text a site belongs to, held against looking at all of them. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Sites, type WovenSites } from '#src/runtime/sites.ts'
import { runs } from '../support/property.ts'

const block = 4096

function wovenAt(number: number, size: number, file: string): WovenSites {
  return {
    file,
    base: number * block,
    size,
    length: 0,
    position: () => undefined,
    describe: () => undefined,
    siteAt: () => undefined,
    unwoven: (line, column) => ({ line, column }),
  }
}

const text = fc.record({ number: fc.nat(30), size: fc.integer({ min: 1, max: block }) })

it('a site belongs to the text whose numbers it is among, whatever the order in which texts come', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), fc.array(fc.nat(31 * block), { maxLength: 60 }), (texts, asked) => {
      const sites = new Sites()
      const last = new Map<number, WovenSites>()
      for (const [index, { number, size }] of texts.entries()) {
        const woven = wovenAt(number, size, `${index}.js`)
        sites.addWoven(woven)
        last.set(number, woven)
      }
      const all = [...last.values()]
      const edges = all.flatMap(({ base, size }) => [base, base + 1, base + size, base + size + 1])
      for (const site of [...asked, ...edges])
        expect(sites.wovenOf(site)).toBe(all.find(({ base, size }) => site > base && site <= base + size))
      expect(sites.files.length).toBe(all.length)
    }),
    runs(200),
  )
})
