/** The pack of modules: what it gives is what was put in, whatever happened to its file; else it gives nothing. */

import fc from 'fast-check'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ModulePack, type RunModule } from '#src/load/module-pack.ts'
import { runs } from '../support/property.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jsmop-pack-'))
  file = path.join(folder, 'in', 'pack')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const module = (name: string, source: string, code = 100): RunModule => ({
  file: name,
  source,
  text: `(${source})`,
  code: code === 0 ? undefined : Uint8Array.from({ length: code }, (_, i) => i * 7),
  woven: undefined,
})

const long = 'x'.repeat(5000)

/** What a process gets that asks for a module. */
function ask(name: string, source: string, made = 'made'): unknown {
  const found = ModulePack.read(file, made)?.find(name, source)
  return found && { ...found, woven: found.woven && { ...found.woven, known: found.woven.known() } }
}

const asked = (given: RunModule): unknown => ({
  ...given,
  code: given.code && new Uint8Array(given.code),
  woven: given.woven && { ...given.woven, known: given.woven.known() },
})

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
)
const anyModule = fc.record<RunModule>({
  file: fc.string({ unit: 'grapheme', maxLength: 8 }),
  source: anyText,
  text: anyText,
  code: fc.option(fc.uint8Array({ minLength: 1, maxLength: 300 }), { nil: undefined }),
  woven: fc.option(
    fc.record({
      base: fc.nat(),
      size: fc.nat(),
      length: fc.integer({ min: 1, max: 99 }),
      known: anyText.map((text) => () => text),
    }),
    { nil: undefined },
  ),
})
const anyModules = fc.uniqueArray(anyModule, { selector: (each) => each.file, minLength: 1, maxLength: 8 })

test('what was put in comes out, also after others were added, and for no other source', () => {
  fc.assert(
    fc.property(anyModules, anyModules, anyText, (first, second, other) => {
      rmSync(file, { force: true })
      const padding = [module('padding', long), module('more', `${long}${long}${long}`)] as const
      ModulePack.add(file, 'made', [padding[0], ...first])
      ModulePack.add(file, 'made', [padding[1], ...second])
      const expected = new Map([...first, ...second].map((each) => [each.file, each]))
      for (const each of expected.values()) {
        // Of two with the same source the one that was there stays.
        const known = first.find((one) => one.file === each.file && one.source === each.source) ?? each
        expect(ask(each.file, each.source)).toEqual(asked(known))
        if (other !== each.source) expect(ask(each.file, other)).toBeUndefined()
      }
      expect(ask('padding', long)).toEqual(asked(padding[0]))
    }),
    runs(100),
  )
})

test.each<[how: string, damage: () => void]>([
  ['was cut short', () => truncateSync(file, readFileSync(file).length - 5)],
  ['is empty', () => truncateSync(file, 0)],
  ['grew', () => writeFileSync(file, `${readFileSync(file, 'latin1')}x`, 'latin1')],
  ['is something else', () => writeFileSync(file, '\u0000'.repeat(9000))],
  ['lost its index', () => lose(100)],
  ['lost code', () => lose(readFileSync(file).indexOf(Uint8Array.of(7, 14, 21, 28)))],
  ['lost letters', () => lose(readFileSync(file).length - 600)],
])('a pack that %s gives nothing, and is made anew', (_, damage) => {
  const given = module('/a.js', long, 2000)
  ModulePack.add(file, 'made', [given])
  expect(ask('/a.js', long)).toEqual(asked(given))
  damage()
  expect(ask('/a.js', long)).toBeUndefined()
  ModulePack.add(file, 'made', [given])
  expect(ask('/a.js', long)).toEqual(asked(given))
  expect(readdirSync(path.dirname(file))).toEqual(['pack'])
})

/** As file systems leave what was not written when the power went. */
function lose(at: number): void {
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0, at, at + 512))
}

test('a pack of other specs or another JSMOP is replaced', () => {
  ModulePack.add(file, 'made', [module('/a.js', long)])
  expect(ask('/a.js', long, 'otherwise')).toBeUndefined()
  ModulePack.add(file, 'otherwise', [module('/b.js', long)])
  expect(ask('/b.js', long, 'otherwise')).toBeDefined()
  expect(ask('/a.js', long)).toBeUndefined()
})

test('little is not worth a pack, and less than a sixteenth of it not worth writing it again', () => {
  ModulePack.add(file, 'made', [module('/a.js', 'short')])
  expect(existsSync(file)).toBe(false)
  ModulePack.add(file, 'made', [module('/a.js', long.repeat(20))])
  ModulePack.add(file, 'made', [module('/b.js', long)])
  expect(ask('/b.js', long)).toBeUndefined()
  ModulePack.add(file, 'made', [module('/b.js', long), module('/c.js', `${long}${long}`)])
  expect(ask('/b.js', long)).toBeDefined()
  expect(ask('/a.js', long.repeat(20))).toBeDefined()
})

test('a full pack stays as it is, and gives back what there is no room for', () => {
  const large = 'x'.repeat(9 * 2 ** 20)
  const [first, second, third] = [module('/a.js', large), module('/b.js', long), module('/c.js', long)]
  expect(ModulePack.add(file, 'made', [first, second])).toEqual([second])
  expect(ask('/a.js', large)).toEqual(asked(first))
  expect(ModulePack.add(file, 'made', [second, third])).toEqual([second, third])
  expect(ask('/b.js', long)).toBeUndefined()
})
