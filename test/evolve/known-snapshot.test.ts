/** What a snapshot takes over from an earlier version, and when it may: held to snapshots that read everything. */

import fc from 'fast-check'
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, test } from 'vitest'
import { changedNodes } from '#src/evolve/decide.ts'
import { type Known, ProjectSnapshot } from '#src/evolve/project-snapshot.ts'
import { runs } from '../support/property.ts'
import { makeProject, type Texts, writeTexts } from './project.ts'

/** Package managers leave a mark; without it nothing tells what is installed. */
const mark = { 'node_modules/.package-lock.json': '{}' }

function take(root: string, known?: Known, takenAt = Date.now()): ProjectSnapshot {
  return new ProjectSnapshot({
    root,
    command: ['node', 'test.js'],
    vocabulary: new Set(['add']),
    known,
    isTool: () => false,
    takenAt,
  })
}

/** As if the project had been left alone for a while. */
const later = () => Date.now() + 60_000

/** Long enough for a change to have another time than the one before. */
function wait(): void {
  const end = performance.now() + 12
  while (performance.now() < end);
}

function contentOf(snapshot: ProjectSnapshot): unknown {
  return {
    sums: Object.fromEntries(snapshot.checksums()),
    edges: Object.fromEntries(snapshot.graph.nodes.map((node) => [node, snapshot.graph.dependenciesOf(node).sort()])),
    tests: snapshot.tests().sort(),
    configurations: Object.fromEntries(snapshot.configurations),
    origins: [...snapshot.originsOf(snapshot.graph.nodes)].sort(),
    words: [...snapshot.wordsOf(snapshot.graph.nodes)].sort(),
  }
}

it('reads only files that changed', () => {
  const root = makeProject({ ...mark, 'a.js': `require('./b.js')`, 'b.js': 'f()', 'c.js': '' })
  const first = take(root, undefined, later())
  expect(first.read).toBe(3)
  wait()
  writeTexts(root, { 'b.js': 'g()' })
  const second = take(root, first.known, later())
  expect(second.read).toBe(1)
  expect(changedNodes(Object.fromEntries(first.checksums()), second.checksums())).toEqual(['b.js'])
})

it('compares the content of a file that changed just before it was looked at, whatever its times', () => {
  const root = makeProject({ ...mark, 'a.js': 'f(1)' })
  const file = path.join(root, 'a.js')
  const { atimeMs, mtimeMs } = statSync(file)
  const first = take(root)
  writeFileSync(file, 'f(2)')
  utimesSync(file, atimeMs / 1000, mtimeMs / 1000)
  const second = take(root, first.known)
  expect(changedNodes(Object.fromEntries(first.checksums()), second.checksums())).toEqual(['a.js'])
})

it('notices a file of the same size whose time an archive has set back', () => {
  const root = makeProject({ ...mark, 'a.js': 'f(1)' })
  const file = path.join(root, 'a.js')
  utimesSync(file, 1000, 1000)
  const first = take(root, undefined, later())
  wait()
  writeFileSync(file, 'f(2)')
  utimesSync(file, 1000, 1000)
  const second = take(root, first.known, later())
  expect(changedNodes(Object.fromEntries(first.checksums()), second.checksums())).toEqual(['a.js'])
})

const targets = ['m0', 'm1', 'lib/m2', 'lib/m3']
const statements = fc.constantFrom(
  ...targets.flatMap((to) => [`import x from './${to}.js'`, `import './${to}.js'`, `require('../${to}')`]),
  `import(name)`,
  'import(`./lib/${name}.js`)',
  `import '#alias'`,
  `import 'left'`,
  `import 'fs'`,
  `readFileSync('data.json')`,
  `import '../../outside.js'`,
  'set.add(1)',
  'Array.prototype.last = f',
)
const text = fc.array(statements, { maxLength: 3 }).map((lines) => lines.join('\n'))
const file = fc.constantFrom('m0.js', 'm1.js', 'm1.ts', 'lib/m2.js', 'lib/m3/index.js', 'test/t.test.js')
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), file, text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), file }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      file: fc.constantFrom(
        'package.json',
        'data.json',
        'tsconfig.json',
        '../outside.js',
        'node_modules/left/package.json',
      ),
      text: fc.constantFrom(
        '{}',
        '{"imports":{"#alias":"./m0.js"}}',
        '{"name":"left","version":"1.0.0"}',
        '{"compilerOptions":{"paths":{"left":["./lib/m2.js"]}}}',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('install' as const), version: fc.constantFrom('1.0.0', '2.0.0') }),
  },
)

test('a snapshot that goes on from an earlier one says what one from nothing says', () => {
  let takenOver = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
      const home = makeProject({ 'project/m0.js': '', 'project/node_modules/.package-lock.json': '{}' })
      const root = path.join(home, 'project')
      let known: Known | undefined
      for (const [i, one] of steps.entries()) {
        wait()
        if (one.kind === 'write') {
          // Packages change when something is installed.
          if (one.file.startsWith('node_modules/'))
            writeTexts(root, { 'node_modules/.package-lock.json': `{"i":${i}}` })
          writeTexts(root, { [one.file]: one.text })
        } else if (one.kind === 'remove') rmSync(path.join(root, one.file), { force: true })
        else
          writeTexts(root, {
            'node_modules/left/package.json': JSON.stringify({ name: 'left', version: one.version }),
            'node_modules/left/index.js': `require('fs')`,
            'node_modules/.package-lock.json': JSON.stringify({ left: one.version, i }),
          } satisfies Texts)
        const snapshot = take(root, known, later())
        const fresh = take(root, undefined, later())
        expect(contentOf(snapshot)).toEqual(contentOf(fresh))
        takenOver += fresh.read - snapshot.read
        known = JSON.parse(JSON.stringify(snapshot.known)) as Known
      }
    }),
    runs(120),
  )
  expect(takenOver).toBeGreaterThan(100)
})
