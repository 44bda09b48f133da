/** Who depends on whom, form by form; and affected sets of random projects against the graph that they were made from. */

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { changedNodes, decide } from '#src/evolve/decide.ts'
import { changedKeys } from '#src/evolve/evolution-state.ts'
import { everything, ProjectSnapshot, surroundings } from '#src/evolve/project-snapshot.ts'
import { variantOf } from '#src/evolve/variant.ts'
import { runs } from '../support/property.ts'
import { makeProject, snapshotOf, type Texts, writeTexts } from './project.ts'

const empty: Texts = { 'b.js': '', 'lib/c.js': '', 'lib/d.ts': '', 'data/e.json': '{}', 'lib/f/index.js': '' }

function dependencies(texts: Texts, file: string): string[] {
  return [...snapshotOf(makeProject({ ...empty, ...texts })).graph.dependenciesOf(file)]
    .filter((node) => node !== surroundings)
    .sort()
}

function affected(texts: Texts, change: Texts): string[] {
  const root = makeProject(texts)
  const before = snapshotOf(root)
  const sums = Object.fromEntries(before.checksums())
  writeTexts(root, change)
  const snapshot = snapshotOf(root, before.known)
  return select(snapshot, changedNodes(sums, snapshot.checksums()), 'ps3')
}

describe('imports of a module', () => {
  it.each<[what: string, text: string, expected: string[]]>([
    ['static imports', `import b, { x } from './b.js'\nimport * as c from "./lib/c.js"`, ['b.js', 'lib/c.js']],
    ['an import for effects', `import './b.js'`, ['b.js']],
    ['re-exports', `export * from './b.js'\nexport { x as y } from './lib/c.js'`, ['b.js', 'lib/c.js']],
    ['require', `const b = require('./b')\nconst { c } = require("./lib/c")`, ['b.js', 'lib/c.js']],
    ['require through createRequire', `const load = createRequire(import.meta.url)\nload('./b.js')`, ['b.js']],
    ['require.resolve', `require.resolve('./b')`, ['b.js']],
    ['a dynamic import of a known name', `const b = await import('./b.js')`, ['b.js']],
    ['a dynamic import of a template without unknowns', 'import(`./b.js`)', ['b.js']],
    ['a folder', `require('./lib/f')`, ['lib/f/index.js']],
    ['JSON', `import e from './data/e.json' with { type: 'json' }`, ['data/e.json']],
    ['a compiled name of a TypeScript source', `import { d } from './lib/d.js'`, ['lib/d.ts']],
    ['a name in part', 'import(`./lib/${name}.js`)', ['lib/c.js', 'lib/d.ts', 'lib/f/index.js']],
    ['a sum of a known beginning and a name', `require('./lib/' + name)`, ['lib/c.js', 'lib/d.ts', 'lib/f/index.js']],
    ['a part of its own folder', `require(__dirname + '/lib/' + name)`, ['lib/c.js', 'lib/d.ts', 'lib/f/index.js']],
    ['a template from there', 'import(`${__dirname}/lib/f/${name}`)', ['lib/f/index.js']],
    ['a path joined from there', `require(path.join(__dirname, 'lib', 'f', f(name) + '.js'))`, ['lib/f/index.js']],
    ['a path that is joined of known parts', `require(join(__dirname, 'lib', '../b.js'))`, ['b.js']],
    ['a path that is resolved of known parts', `require(path.resolve(__dirname, './lib/c.js'))`, ['lib/c.js']],
    ['what may be absolute', `require(path.resolve(__dirname, 'lib', name))`, [everything]],
    ['a path that is joined of nothing known', `require(path.join(__dirname, name))`, [everything]],
    ['a path that becomes another', `require(path.join(__dirname, 'lib', name).replace('lib', ''))`, [everything]],
    ['an unknown name', 'import(name)', [everything]],
    ['a name that nothing explains', `import x from '@/x'`, [everything]],
    ['require as a value', 'load(require)', [everything]],
    ['a type', `import type { B } from './b.js'\nexport type { C } from './lib/c.js'`, []],
    ['a default import that is called type', `import type from './b.js'`, ['b.js']],
    ['a comment', `// import './b.js'\n/* require('./lib/c') */`, []],
    ['a text that is a path', `readFileSync('data/e.json')`, ['data/e.json']],
    ['a text that is a path beside it', `new Worker('./lib/c.js')`, ['lib/c.js']],
    ['texts that only separate', `a.split('.').map(f).join(".") + '.' + b\nif (c === '.') d.lastIndexOf('.')`, []],
    ['texts that only compare', `a === '..' || a.startsWith('../')`, []],
    ['the way out of another folder', `path.resolve(a, '..'); join(f(a), '..', b)`, []],
    ['a folder of data', `path.join(__dirname, 'data', name)`, ['data/e.json']],
    ['Node', `import fs from 'node:fs'\nrequire('path')`, []],
    ['what cannot be scanned', `import b from './b.js'\nconst x = <p>it's</p>`, ['b.js']],
    ['a mock', `vi.mock('./lib/c.js')`, ['lib/c.js']],
  ])('%s', (_, text, expected) => expect(dependencies({ 'a.js': text }, 'a.js')).toEqual(expected))

  it.each([`proxyquire('.', {})`, `fork(join(__dirname, '../f'))`, `fork(join(dirname(import.meta.url), '.'))`])(
    'a text that is the folder itself, in %s',
    (text) => expect(dependencies({ 'lib/f/a.js': text }, 'lib/f/a.js')).toEqual(['lib/f/index.js']),
  )
})

describe('imports through a module that only re-exports', () => {
  const texts: Texts = {
    'package.json': '{"name":"shapes","sideEffects":false}',
    'index.js': `export { default as circle, area } from './circle.js'\nexport { side as length } from "./square.js";
      export * from './round/index.js'\nexport * as far from './far.js'\nexport type { T } from './types.js'`,
    'round/index.js': `export * from './oval.js'\nexport { ball } from './ball.js'\nexport { tree } from 'tree'`,
    'circle.js': '',
    'square.js': '',
    'far.js': '',
    'types.js': '',
    'round/oval.js': '',
    'round/ball.js': '',
    'node_modules/tree/package.json': '{"name":"tree","version":"1.0.0"}',
  }
  const all = ['circle.js', 'far.js', 'npm:node_modules/tree', 'round/ball.js', 'round/oval.js', 'square.js']
  it.each<[what: string, text: string, expected: string[]]>([
    ['a name', `import { area } from './index.js'`, ['circle.js']],
    ['a default export under a name', `import { circle as c } from './index.js'`, ['circle.js']],
    ['a name that gets another', `import { type T, length } from './index.js'`, ['square.js']],
    [
      'a name of a module that passes it on, too',
      `import { ball } from './index.js'`,
      ['round/ball.js', 'round/index.js'],
    ],
    ['a name of a package', `import { tree } from './index.js'`, ['npm:node_modules/tree', 'round/index.js']],
    ['a name that only a star can have', `import { oval } from './index.js'`, ['round/index.js', 'round/oval.js']],
    ['a namespace', `import { far } from './index.js'`, ['far.js']],
    ['a re-export', `export { area } from './index.js'\nf()`, ['circle.js']],
    ['members of all of it', `import * as s from './index.js'\ns.area(s?.length, x.s)`, ['circle.js', 'square.js']],
    ['all of it', `import * as shapes from './index.js'\nf(shapes)`, [...all, 'round/index.js']],
    ['an unknown member', `import * as shapes from './index.js'\nshapes[name]()`, [...all, 'round/index.js']],
    ['all of it, handed on', `export * from './index.js'\nf()`, [...all, 'round/index.js']],
    ['all of it under a name', `export * as shapes from './index.js'\nf()`, [...all, 'round/index.js']],
    ['names and all of it', `import { area } from './index.js'\nimport('./index.js')`, [...all, 'round/index.js']],
    ['require', `const { area } = require('./index.js')`, [...all, 'round/index.js']],
    ['for effects', `import './index.js'`, [...all, 'round/index.js']],
  ])('%s', (_, text, expected) =>
    expect(dependencies({ ...texts, 'a.js': text }, 'a.js')).toEqual(['index.js', ...expected].sort()),
  )

  it.each<[what: string, changes: Texts]>([
    ['the manifest does not say that loading has no effects', { 'package.json': '{"name":"shapes"}' }],
    ['it has code of its own', { 'index.js': `${texts['index.js']}\nregister()` }],
    ['it imports', { 'index.js': `import './circle.js'\nexport { area } from './circle.js'` }],
  ])('are imports of the whole module when %s', (_, changes) =>
    expect(dependencies({ ...texts, ...changes, 'a.js': `import { area } from './index.js'` }, 'a.js')).toEqual([
      'index.js',
    ]),
  )

  it('affect what takes the names, and not the rest', () => {
    const users = { 'a.js': `import { area } from './index.js'`, 'b.js': `import { length } from './index.js'` }
    expect(affected({ ...texts, ...users }, { 'square.js': 'f()' })).toEqual(['b.js', 'square.js'])
    expect(affected({ ...texts, ...users }, { 'index.js': `export { area, length } from './circle.js'` })).toEqual([
      'a.js',
      'b.js',
      'index.js',
    ])
  })
})

describe('what the command does not load', () => {
  it('is not affected, and hands nothing on', () => {
    const snapshot = snapshotOf(
      makeProject({
        'index.js': `module.exports = [require('./a'), require('./b'), require('./c')]`,
        'a.js': '',
        'b.js': `module.exports = require('./d')`,
        'c.js': '',
        'd.js': '',
        'test/a.js': `const a = require('../a')`,
        'test/b.js': `const b = require('../b')`,
      }),
    )
    const affectedFrom = (changed: string[], name: 'ps1' | 'ps2' | 'ps3', files?: string[]) => {
      const starts = files && { files, apart: false }
      const { affected } = decide({ snapshot, changed, variant: variantOf(name), specs: [], libraries: true, starts })
      return [...affected].filter((node) => node !== surroundings).sort()
    }
    const starts = ['test/a.js', 'test/b.js']
    expect(affectedFrom(['b.js'], 'ps1')).toEqual(['a.js', 'b.js', 'c.js', 'd.js', 'index.js', 'test/b.js'])
    expect(affectedFrom(['b.js'], 'ps1', starts)).toEqual(['b.js', 'd.js', 'test/b.js'])
    expect(affectedFrom(['b.js', 'c.js'], 'ps2', starts)).toEqual(['b.js', 'd.js', 'test/b.js'])
    expect(affectedFrom(['d.js'], 'ps3', starts)).toEqual(['b.js', 'd.js', 'test/b.js'])
    expect(affectedFrom(['c.js', 'index.js'], 'ps1', starts)).toEqual([])
  })
})

describe('names of packages and aliases', () => {
  it('finds packages, their dependencies, and not the runner', () => {
    const manifest = (name: string, rest = {}) => JSON.stringify({ name, version: '1.0.0', ...rest })
    const { graph } = snapshotOf(
      makeProject({
        'a.js': `import 'left'; import 'mocha'`,
        'node_modules/left/package.json': manifest('left', { dependencies: { right: '1' } }),
        'node_modules/right/package.json': manifest('right'),
        'node_modules/mocha/package.json': manifest('mocha'),
      }),
    )
    expect([...graph.dependees(['a.js'])].sort()).toEqual([
      '!',
      'a.js',
      'npm:node_modules/left',
      'npm:node_modules/right',
    ])
  })

  it('takes a package that is installed in another version for changed', () => {
    const root = makeProject({
      'a.js': `import 'left'`,
      'node_modules/left/package.json': '{"name":"left","version":"1.0.0"}',
    })
    const before = snapshotOf(root)
    const sums = Object.fromEntries(before.checksums())
    writeTexts(root, { 'node_modules/left/package.json': '{"name":"left","version":"1.0.1"}' })
    expect(changedNodes(sums, snapshotOf(root, before.known).checksums())).toEqual(['npm:node_modules/left'])
  })

  it('follows the paths of a tsconfig with comments, and what it extends', () => {
    const texts = {
      'tsconfig.json': '{ "extends": "./config/base", /* c */ }',
      'config/base.json': '{ "compilerOptions": { "baseUrl": "..", "paths": { "@/*": ["lib/*"], }, } }',
      'a.ts': `import { d } from '@/d'`,
    }
    expect(dependencies(texts, 'a.ts')).toEqual(['lib/d.ts'])
  })

  it("follows a package's own imports and exports, whatever the condition", () => {
    const texts = {
      'package.json': JSON.stringify({
        name: 'own',
        exports: { '.': { import: './b.js', require: './lib/c.js' } },
        imports: { '#lib/*.js': { node: './lib/*.js', default: './lib/*.ts' } },
      }),
      'a.js': `import 'own'`,
      'x.js': `import '#lib/d.js'`,
    }
    expect(dependencies(texts, 'a.js')).toEqual(['b.js', 'lib/c.js'])
    expect(dependencies(texts, 'x.js')).toEqual(['lib/d.ts'])
  })

  it('takes packages of the same workspace for modules', () => {
    const texts = {
      'packages/one/package.json': '{"name":"one","main":"main.js"}',
      'packages/one/main.js': '',
      'packages/two/a.js': `require('one')`,
      'node_modules/one': '→packages/one',
    }
    expect(dependencies(texts, 'packages/two/a.js')).toEqual(['packages/one/main.js'])
  })

  it('leads from compiled files to their sources', () => {
    const texts = {
      'tsconfig.json': '{ "compilerOptions": { "outDir": "dist", "rootDir": "src" } }',
      'src/a.ts': '',
      'dist/a.js': '',
    }
    expect(dependencies(texts, 'dist/a.js')).toEqual(['src/a.ts'])
  })
})

describe('what affects all that comes after it', () => {
  it('a module that changes builtin classes', () => {
    const texts = { 'patch.js': 'Array.prototype.last = f', 'a.js': '', 'b.js': '' }
    expect(affected(texts, { 'patch.js': 'Array.prototype.last = g' })).toEqual(['a.js', 'b.js', 'patch.js'])
  })

  it('a global registry', () => {
    const texts = { 'registry.js': 'globalThis.all = []', 'a.js': '', 'b.js': '' }
    expect(affected(texts, { 'registry.js': 'globalThis.all = {}' })).toEqual(['a.js', 'b.js', 'registry.js'])
  })

  it('but not one that reads them', () => {
    const texts = {
      'reader.js': 'const { slice } = Array.prototype; Object.create(EventEmitter.prototype); typeof global',
      'a.js': '',
    }
    expect(affected(texts, { 'reader.js': 'Array.prototype.slice.call(x)' })).toEqual(['reader.js'])
  })

  it("a runner's setup file", () => {
    const texts = {
      'vitest.config.ts': `export default { test: { setupFiles: ['./setup.ts'] } }`,
      'setup.ts': 'a()',
      'a.ts': '',
    }
    expect(affected(texts, { 'setup.ts': 'b()' })).toEqual(['a.ts', 'setup.ts', 'vitest.config.ts'])
  })

  it("a compiler's plugin, but not its packages; what compiled modules import", () => {
    const installed = (name: string): Texts => ({
      [`node_modules/${name}/package.json`]: `{"name":"${name}","version":"1.0.0"}`,
      [`node_modules/${name}/index.js`]: '',
    })
    const texts = {
      '.babelrc': '{ "presets": ["@babel/preset-env"], "plugins": ["./plugin.js", "module-resolver"] }',
      'package.json':
        '{"scripts":{"test":"mocha --require @babel/register"},"devDependencies":{"@babel/preset-env":"^1"}}',
      'plugin.js': 'a()',
      'a.js': '',
      ...installed('@babel/preset-env'),
      ...installed('@babel/register'),
      ...installed('@babel/runtime'),
      ...installed('module-resolver'),
    }
    const { graph, tools } = snapshotOf(makeProject(texts))
    expect([...graph.dependenciesOf(surroundings)].sort()).toEqual(['npm:node_modules/@babel/runtime', 'plugin.js'])
    expect([...tools]).toEqual([['@babel/preset-env', '1.0.0']])
    expect(affected(texts, { 'plugin.js': 'b()' })).toEqual(['a.js', 'plugin.js'])
  })

  it('what a script preloads', () => {
    const texts = { 'package.json': '{"scripts":{"test":"mocha --require ./env.js"}}', 'env.js': 'a()', 'a.js': '' }
    expect(affected(texts, { 'env.js': 'b()' })).toEqual(['a.js', 'env.js'])
  })

  it('a module imported for its effects, for what its importer loads', () => {
    const texts = {
      'main.js': `import './effect.js'; import './a.js'`,
      'effect.js': 'f()',
      'a.js': `import './b.js'`,
      'b.js': '',
      'c.js': '',
    }
    expect(affected(texts, { 'effect.js': 'g()' })).toEqual(['a.js', 'b.js', 'effect.js', 'main.js'])
  })

  it('a file that takes the place of another', () => {
    const texts = { 'a.js': `const x = require('./x')`, 'x/index.js': '' }
    expect(affected(texts, { 'x.js': '' })).toEqual(['a.js', 'x.js'])
  })

  it('a change of comments or white space affects nothing', () => {
    expect(affected({ 'a.js': 'f(1)' }, { 'a.js': '// one\nf( 1 )' })).toEqual([])
  })
})

describe('configurations that count', () => {
  const manifest = (content: unknown) => ({ 'package.json': JSON.stringify(content) })
  const changes = (command: string, before: unknown, after: unknown): boolean => {
    const [first, second] = [before, after].map(
      (content) =>
        new ProjectSnapshot({
          root: makeProject(manifest(content)),
          command: command.split(' '),
          vocabulary: new Set(),
          known: undefined,
          isTool: () => false,
        }),
    )
    return first!.configurations.get('package.json') !== second!.configurations.get('package.json')
  }
  const scripts = { pretest: 'npm run build', test: 'mocha', build: 'tsc', lint: 'eslint .' }

  it.each<[what: string, command: string, after: unknown, expected: boolean]>([
    ['a version, and what linters read', 'npm test', { scripts, version: '2.0.0', eslintConfig: {} }, false],
    ['where imports lead', 'npm test', { scripts, main: 'other.js' }, true],
    ['the script that runs', 'npm test', { scripts: { ...scripts, test: 'mocha --bail' } }, true],
    ['a script that runs before it calls', 'npm t', { scripts: { ...scripts, build: 'tsc -b' } }, true],
    ['a script that nobody calls', 'npm test', { scripts: { ...scripts, lint: 'eslint src' } }, false],
    ['a script, when another program is run', 'mocha test', { scripts: { ...scripts, test: 'mocha --bail' } }, false],
    ['a script for all that match', 'npx run-s test:*', { scripts: { ...scripts, 'test:one': 'a' } }, true],
  ])('%s', (_, command, after, expected) => expect(changes(command, { scripts }, after)).toBe(expected))
})

test('of what TypeScript is told only what ts-node loads comes before the tests', () => {
  const { graph } = snapshotOf(
    makeProject({
      'package.json': '{}',
      'tsconfig.json': '{ "compilerOptions": { "rootDir": "./lib" }, "ts-node": { "require": ["./hook.js"] } }',
      'lib/index.js': '',
      'hook.js': '',
      'test.js': '',
    }),
  )
  expect([...graph.dependentsOf('hook.js')]).toEqual([surroundings])
  expect([...graph.dependentsOf('lib/index.js')]).toEqual([])
})

describe('a configuration in a folder', () => {
  const texts = {
    'package.json': '{"scripts":{"test":"node test.js","lint":"eslint site"}}',
    'test.js': `require('./src/a')`,
    'src/a.js': '',
    'other/package.json': '{"type":"commonjs"}',
    'other/b.js': `require('../src/a')`,
    'other/deep/c.js': '',
    'site/package.json': '{}',
    'config/tsconfig.base.json': '{}',
    'tsconfig.json': '{"extends":"./config/tsconfig.base"}',
  }
  const changedBy = (more: Texts): { modules: string[]; why: string[] } => {
    const root = makeProject(texts)
    const before = snapshotOf(root)
    const sums = Object.fromEntries(before.checksums())
    writeTexts(root, more)
    const after = snapshotOf(root, before.known)
    const why = changedKeys(Object.fromEntries(before.configurations), Object.fromEntries(after.configurations))
    return { modules: changedNodes(sums, after.checksums()).sort(), why }
  }

  it('concerns the modules below', () => {
    expect(changedBy({ 'other/package.json': '{"type":"module"}' })).toEqual({
      modules: ['other/b.js', 'other/deep/c.js'],
      why: [],
    })
  })

  it('concerns them when it is new, and nobody where there are none', () => {
    expect(changedBy({ 'src/tsconfig.json': '{}' })).toEqual({ modules: ['src/a.js'], why: [] })
    expect(changedBy({ 'test/fixtures/one/package.json': '{"main":"x.js"}' })).toEqual({ modules: [], why: [] })
  })

  it('concerns everything when something outside names it, or its folder', () => {
    expect(changedBy({ 'config/tsconfig.base.json': '{"compilerOptions":{}}' }).why).toEqual([
      'config/tsconfig.base.json',
    ])
    expect(changedBy({ 'site/package.json': '{"type":"module"}' }).why).toEqual(['site/package.json'])
    expect(changedBy({ 'other/.env': 'A=1' }).why).toEqual(['other/.env'])
  })
})

function select(snapshot: ProjectSnapshot, changed: readonly string[], name: 'ps1' | 'ps2' | 'ps3'): string[] {
  const { affected } = decide({ snapshot, changed, variant: variantOf(name), specs: [], libraries: true })
  return [...affected].filter((node) => /\w/.test(node)).sort()
}

/** Ways to write an edge. */
const forms = [
  (to: string) => `import { x } from './${to}.js'`,
  (to: string) => `export * from "./${to}.js"`,
  (to: string) => `const y = require('./${to}')`,
  (to: string) => `async function load() { return import('./${to}.js') }`,
  (to: string) => `const z = f(require("./${to}.js"), 1)`,
]

const projects = fc.integer({ min: 2, max: 7 }).chain((n) =>
  fc.record({
    n: fc.constant(n),
    edges: fc.uniqueArray(fc.tuple(fc.nat(n - 1), fc.nat(n - 1), fc.nat(forms.length - 1)), {
      maxLength: 2 * n,
      selector: ([from, to]) => `${from} ${to}`,
    }),
    changed: fc.uniqueArray(fc.nat(n - 1), { maxLength: 2 }),
    reformatted: fc.uniqueArray(fc.nat(n - 1), { maxLength: 2 }),
  }),
)

test('affected modules of random projects follow from the edges that they were written with', () => {
  fc.assert(
    fc.property(projects, ({ n, edges, changed, reformatted }) => {
      const text = (i: number) =>
        edges
          .filter(([from]) => from === i)
          .map(([, to, form]) => forms[form]!(`m${to}`))
          .join('\n')
      const all = Array.from({ length: n }, (_, i) => i)
      const root = makeProject(Object.fromEntries(all.map((i) => [`m${i}.js`, text(i)])))
      const before = snapshotOf(root)
      const sums = Object.fromEntries(before.checksums())
      writeTexts(root, Object.fromEntries(reformatted.map((i) => [`m${i}.js`, `/* ${i} */\n\n${text(i)}\n`])))
      writeTexts(root, Object.fromEntries(changed.map((i) => [`m${i}.js`, `${text(i)}\nchanged()`])))
      const snapshot = snapshotOf(root, before.known)
      const delta = changedNodes(sums, snapshot.checksums())
      expect(delta.sort()).toEqual(changed.map((i) => `m${i}.js`).sort())
      const reach = (start: readonly number[], step: (i: number) => number[]): number[] => {
        const next = [...new Set([...start, ...start.flatMap(step)])]
        return next.length === start.length ? next : reach(next, step)
      }
      const up = (i: number) => edges.filter(([, to]) => to === i).map(([from]) => from)
      const down = (i: number) => edges.filter(([from]) => from === i).map(([, to]) => to)
      const expected = {
        ps1: reach(reach(changed, up), down),
        ps2: [...new Set([...reach(changed, up), ...reach(changed, down)])],
        ps3: reach(changed, up),
      }
      for (const [name, nodes] of Object.entries(expected))
        expect(select(snapshot, delta, name as 'ps1')).toEqual(nodes.map((i) => `m${i}.js`).sort())
    }),
    runs(60),
  )
})
