/** The weaver over the JavaScript of this repository's dependencies: reversible, line by line, parseable, sites in place. */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { parse, type Node } from 'acorn'
import { beforeAll, describe, expect, it } from 'vitest'
import { Columns } from '#src/instrument/weave/columns.ts'
import { lineStartsOf, type WovenSite } from '#src/instrument/weave/sites.ts'
import { unweave } from '#src/instrument/weave/unweave.ts'
import { Weaver, type SourceKind } from '#src/instrument/weave/weave.ts'
import type { WeavePlan } from '#src/instrument/weave/weave-plan.ts'
import { decodeWoven, encodeWoven, type WovenModule } from '#src/instrument/weave/woven-module.ts'

const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/))

const plan: WeavePlan = {
  members: words(`push pop shift unshift splice sort reverse fill set get add delete clear has forEach map keys values
    entries on once off emit addListener removeListener write end pipe destroy close read then catch finally next return
    throw resolve reject all race test exec replace join slice concat readFileSync writeFileSync openSync closeSync`),
  callees: words('readFileSync openSync closeSync existsSync resolve reject setTimeout clearTimeout require'),
  constructors: words('Map Set WeakMap Array Promise Error Date RegExp'),
  executors: true,
  iteration: true,
  iterationEnd: true,
  writes: 'any',
  deletes: 'any',
  awaits: true,
}

interface Case {
  readonly path: string
  readonly source: string
  readonly kind: SourceKind
  readonly module: WovenModule
}

const root = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** A spread of packages: generators, bundles, minified code, classes, old and recent syntax. */
const packages = [
  'acorn',
  'ajv',
  'chai',
  'fast-check',
  'knip',
  '@vitest',
  'vitest',
  'vite',
  'marked',
  'highlight.js',
  'parse5',
  'lru-cache',
  'jiti',
  'publint',
  'picomatch',
  'semver',
  'tinypool',
  'magicast',
  'postcss',
  'source-map-js',
  '@babel',
  'istanbul-reports',
  'mz',
  'yargs',
]

const cases: Case[] = []
let bytes = 0
let sites = 0
let unparsed = 0

beforeAll(() => {
  const weaver = new Weaver(plan)
  for (const name of packages) {
    let entries: { parentPath: string; name: string }[]
    try {
      entries = readdirSync(`${root}/${name}`, { recursive: true, withFileTypes: true })
    } catch {
      continue
    }
    for (const entry of entries) {
      const path = `${entry.parentPath}/${entry.name}`
      if (!/\.[cm]?js$/.test(path) || bytes > 7e6) continue
      const source = readFileSync(path, 'utf8')
      if (source.length > 1.5e6) continue
      const kinds: SourceKind[] = /^\s*(?:import|export)\b/m.test(source)
        ? ['module', 'commonjs']
        : ['commonjs', 'module']
      let kind = kinds[0]!
      let result = weaver.weave(source, kind, 1_000_000)
      if (result.kind === 'unparsed') result = weaver.weave(source, (kind = kinds[1]!), 1_000_000)
      bytes += source.length
      if (result.kind === 'unparsed') unparsed += 1
      if (result.kind !== 'woven') continue
      sites += result.module.sites.size
      cases.push({ path, source, kind, module: result.module })
    }
  }
})

/** What must stand at a site, by kind and name. */
function standsAt(source: string, site: WovenSite): boolean {
  const text = source.slice(site.offset, site.offset + 200)
  switch (site.kind) {
    case 'call':
      return (
        text.startsWith(site.name) || /^(?:call|apply)\b/.test(text) || text.startsWith('(') || text.startsWith('`')
      )
    case 'construct':
      return text.startsWith('new') || text.startsWith('super')
    case 'executor':
      return text.startsWith('new')
    case 'await':
      return text.startsWith('await')
    case 'loop':
    case 'return':
    case 'write':
    case 'update':
    case 'delete':
      return text.length > 0
    case 'import':
      return /^(?:import\b|['"`])/.test(text)
  }
}

describe('real code', () => {
  it('was examined in quantity', () => {
    console.log(
      `woven: ${cases.length} files, ${(bytes / 1e6).toFixed(1)} MB, ${sites} sites; ${unparsed} files not JavaScript`,
    )
    expect(cases.length).toBeGreaterThan(400)
    expect(bytes).toBeGreaterThan(6.9e6)
    expect(unparsed).toBeLessThan(20)
    expect(sites).toBeGreaterThan(25_000)
  })

  it('comes back exactly, and keeps its lines', () => {
    for (const { path, source, module } of cases) {
      if (unweave(module.code) !== source) expect.fail(`not reversible: ${path}`)
      expect(lineStartsOf(module.code).length, path).toBe(lineStartsOf(source).length)
    }
  })

  it('is woven text that V8 compiles', () => {
    for (const { path, kind, module } of cases) {
      if (kind === 'module')
        expect(() => parse(module.code, { ecmaVersion: 'latest', sourceType: 'module' }), path).not.toThrow()
      else expect(() => vm.compileFunction(module.code.replace(/^#!/, '//')), path).not.toThrow()
    }
  })

  it('has its sites where they say', () => {
    for (const { path, source, module } of cases) {
      const starts = lineStartsOf(source)
      for (const site of module.sites) {
        if (starts[site.line - 1]! + site.column - 1 !== site.offset)
          expect.fail(`${path}: position of site ${site.number}`)
        if (!standsAt(source, site)) expect.fail(`${path}:${site.line}:${site.column}: no ${site.kind} ${site.name}`)
      }
    }
  })

  it('maps every original character from where it went', () => {
    let examined = 0
    for (const { path, source, module } of cases.filter((_, i) => i % 7 === 0)) {
      const columns = new Columns(module.insertions)
      const originals = source.split(/\r\n|[\n\r\u2028\u2029]/)
      const wovens = module.code.split(/\r\n|[\n\r\u2028\u2029]/)
      for (const [line, original] of originals.entries()) {
        if (original.length > 20_000) continue
        for (let column = 1; column <= original.length; column += original.length > 300 ? 37 : 1) {
          const there = columns.woven(line + 1, column)
          const back = columns.original(line + 1, there)
          if (back.line !== line + 1 || back.column !== column || wovens[line]![there - 1] !== original[column - 1]) {
            expect.fail(
              `${path}:${line + 1}:${column} went to column ${there} and came back as ${back.line}:${back.column}`,
            )
          }
          examined += 1
        }
      }
    }
    expect(examined).toBeGreaterThan(200_000)
  })

  it('gives the original text of any function from its woven text alone', () => {
    let examined = 0
    for (const { path, source, kind, module } of cases.filter((_, i) => i % 3 === 0)) {
      const options = { ecmaVersion: 'latest', sourceType: kind, allowHashBang: true } as const
      const originals = functionsOf(parse(source, options))
      const wovens = functionsOf(parse(module.code, options))
      expect(wovens.length, path).toBe(originals.length)
      for (const [i, original] of originals.entries()) {
        const text = module.code.slice(wovens[i]!.start, wovens[i]!.end)
        if (unweave(text) !== source.slice(original.start, original.end))
          expect.fail(`${path}: function at ${original.start}`)
        examined += 1
      }
    }
    expect(examined).toBeGreaterThan(4_000)
  })

  it('survives the cache, and no damaged entry is taken for woven text', () => {
    for (const [i, { path, module }] of cases.entries()) {
      const entry = encodeWoven(module)
      const back = decodeWoven(entry)!
      if (back.code !== module.code) expect.fail(path)
      expect({ base: back.base, size: back.size }).toEqual({ base: module.sites.base, size: module.sites.size })
      expect(JSON.stringify([back.insertions, back.sites])).toBe(JSON.stringify([module.insertions, module.sites]))
      if (i % 20 !== 0) continue
      const middle = entry.length >> 1
      const damaged = [
        '',
        entry.slice(0, middle),
        entry.slice(0, -1),
        `${entry} `,
        entry.slice(middle),
        entry.slice(0, middle) + '\u0000'.repeat(512) + entry.slice(middle + 512),
        entry.slice(0, middle) + entry.slice(0, 512) + entry.slice(middle + 512),
      ]
      for (const text of damaged) if (text !== entry) expect(decodeWoven(text)).toBeUndefined()
    }
  })

  it('comes back exactly when calls are hooked, and V8 compiles it', () => {
    const weaver = new Weaver({ ...plan, hookCalls: plan.members })
    let examined = 0
    for (const { path, source, kind } of cases.filter((_, i) => i % 4 === 0)) {
      const result = weaver.weave(source, kind, 1_000_000)
      if (result.kind !== 'woven' || unweave(result.module.code) !== source) expect.fail(`not reversible: ${path}`)
      if (kind !== 'commonjs') continue
      expect(() => vm.compileFunction(result.module.code.replace(/^#!/, '//')), path).not.toThrow()
      examined += 1
    }
    expect(examined).toBeGreaterThan(20)
  })

  it('is not woven twice', () => {
    const weaver = new Weaver(plan)
    for (const { kind, module } of cases.slice(0, 50)) expect(weaver.weave(module.code, kind, 5).kind).toBe('unchanged')
  })
})

function functionsOf(program: Node): Node[] {
  const found: Node[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item)
    } else if (value !== null && typeof value === 'object' && 'type' in value) {
      const node = value as Node
      if (/Function|^Class/.test(node.type)) found.push(node)
      for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
    }
  }
  visit(program)
  return found.filter((node) => !node.type.startsWith('ClassBody'))
}
