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

  it('asks for the object of the language whose function it is', () => {
    const spec = 'promise/combinator-elements-not-functions'
    expect(select('parsers.all([f])', 'promise', {}, 'ps1c')).not.toContain(spec)
    expect(select('Promise.all([f])', 'promise', {}, 'ps1c')).toContain(spec)
    const more = { 'b.js': `export const { all } = Promise` }
    expect(select(`import { all } from './b.js'; all.call(P, [f])`, 'promise', more, 'ps1c')).toContain(spec)
  })

  describe('where only an async function is the fault, asks for something that may be one', () => {
    const spec = 'array/for-each-no-async-callback'
    it.each([
      'a.forEach((x) => x)',
      'a.forEach(x => x)',
      'a?.forEach((x): number => x)',
      'a.forEach((x, [y] = (z)) => x)',
      'a.forEach(function* (x) {})',
      `a.forEach('x')`,
      'a.forEach()',
      'class A { forEach(f) { return 1 } }',
      'const a = { forEach(f) {} }',
      'a.forEach((x) => <b>{x}</b>)',
    ])('not in %s', (text) => expect(select(text, 'array', {}, 'ps1c')).not.toContain(spec))
    it.each([
      'a.forEach(async (x) => x)',
      'a.forEach(async x => x)',
      'a.forEach(async function (x) {})',
      'a.forEach(f)',
      'a.forEach(f || ((x) => x))',
      'a.forEach((f))',
      'a.forEach((x)(y))',
      'a.forEach(...[(x) => x])',
      'a.forEach<A>(f)',
      'a.forEach?.(f)',
      `a['forEach'](f)`,
      'a[name](f); const name = `forEach`',
      'const { forEach } = []',
      '[].forEach.call(a, f)',
      'f = [].forEach',
      '/* (x) => x */ a.forEach(/* (x) => x */ f)',
      'x = <b>{a.forEach(f)}</b>',
    ])('in %s', (text) => expect(select(text, 'array', {}, 'ps1c')).toContain(spec))
    it('as packages are, whatever they are given', () => {
      const more = {
        'package.json': '{"dependencies":{"b":"*"}}',
        'node_modules/b/package.json': '{"name":"b"}',
        'node_modules/b/index.js': 'a.forEach((x) => x)',
      }
      expect(select(`import 'b'`, 'array', more, 'ps1c')).toContain(spec)
    })
  })

  it('does not look into comments', () => {
    expect(select('// for (const x of map) map.set(x, 1)', 'map')).toEqual([])
  })

  it('selects what can happen anywhere for every change', () => {
    const anywhere = specs.filter(({ ways }) => ways === undefined)
    expect(anywhere.every((spec) => canSignal(spec, new Set(), new Set(), true))).toBe(true)
  })
})
