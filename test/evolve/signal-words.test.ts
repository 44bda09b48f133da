/** Which specs could signal from which code: the programs of the catalogue, which do signal, must select their spec. */

import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { decide } from '#src/evolve/decide.ts'
import { canSignal, signalWordsOf, vocabularyOf } from '#src/evolve/signal-words.ts'
import { type SelectionName, variantOf } from '#src/evolve/variant.ts'
import { readCatalogue } from '#src/load/read-catalogue.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { makeProject, snapshotOf } from './project.ts'

const specs = (await readCatalogue()).map((definition) => signalWordsOf(compileSpec(definition)))
const vocabulary = vocabularyOf(specs)
const root = new URL('../../specs/', import.meta.url)

test.each(['ps1', 'ps1c', 'ps3cl'] as const)('every program that breaks a rule selects the rule, by %s', (variant) => {
  let programs = 0
  const missed: string[] = []
  for (const spec of specs) {
    const folder = new URL(`${spec.id}/violating/`, root)
    if (!existsSync(folder)) continue
    const snapshot = snapshotOf(path.resolve(folder.pathname), undefined, [...vocabulary])
    for (const file of readdirSync(folder, { encoding: 'utf8' })) {
      if (!snapshot.modules.has(file)) continue
      programs += 1
      const { specs: selected } = decide({
        snapshot,
        changed: [file],
        variant: variantOf(variant),
        specs,
        libraries: true,
      })
      if (!selected.includes(spec.id)) missed.push(`${spec.id} ${file}`)
    }
  }
  expect(programs).toBeGreaterThan(50)
  expect(missed).toEqual([])
})

/** Ids of the selected specs of an API, for a module that just changed. */
function select(
  text: string,
  api: string,
  more: Record<string, string> = {},
  variant: SelectionName = 'ps1',
): string[] {
  const snapshot = snapshotOf(makeProject({ 'a.js': text, ...more }), undefined, [...vocabulary])
  const { specs: selected } = decide({
    snapshot,
    changed: ['a.js'],
    variant: variantOf(variant),
    specs,
    libraries: true,
  })
  return selected.filter((id) => id.startsWith(`${api}/`))
}

describe('selection', () => {
  it('asks for a word of the spec', () => {
    expect(select('map.get(1)', 'map')).toEqual([])
    expect(select('for (const x of map) map.set(x, 1)', 'map')).toContain('map/no-growth-during-iteration')
    expect(select(`map['set'](1, 2)`, 'map')).toContain('map/no-growth-during-iteration')
  })

  it('asks for a way to the module whose functions the spec is about', () => {
    expect(select('api.openSync(file)', 'fs')).toEqual([])
    expect(select(`import fs from 'fs'; fs.openSync(file)`, 'fs')).toContain('fs/fd-must-close')
    expect(
      select(`import { fs } from './b.js'; fs.openSync(file)`, 'fs', { 'b.js': `export * as fs from 'node:fs'` }),
    ).toContain('fs/fd-must-close')
    expect(select('const fs = require(name); fs.openSync(file)', 'fs')).toContain('fs/fd-must-close')
  })

  it('asks for an event that a slice starts with, where no other code creates monitors', () => {
    const more = { 'b.js': `import './a.js'; for (const x of map) f(x)` }
    const spec = 'map/no-growth-during-iteration'
    expect(select('map.set(1, 2)', 'map', {}, 'ps1')).toContain(spec)
    expect(select('map.set(1, 2)', 'map', {}, 'ps1c')).toEqual([])
    expect(select('map.set(1, 2)', 'map', more, 'ps1c')).toContain(spec)
    expect(select(`import './b.js'; map.set(1, 2)`, 'map', { 'b.js': 'for (const x of map) f(x)' }, 'ps3c')).toEqual([])
    // Where an event alone is the fault, it is the slice.
    expect(select('parseInt(x)', 'number', {}, 'ps1c')).toEqual(['number/parse-int-on-number'])
  })

  it('does not look into comments', () => {
    expect(select('// for (const x of map) map.set(x, 1)', 'map')).toEqual([])
  })

  it('selects what can happen anywhere for every change', () => {
    const anywhere = specs.filter(({ ways }) => ways === undefined)
    expect(anywhere.every((spec) => canSignal(spec, new Set(), new Set(), true))).toBe(true)
  })
})
