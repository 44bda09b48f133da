import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packageOf, recogniseProcess } from '#src/load/recognise-process.ts'
import { runs } from '../support/property.ts'

describe('the package of a file', () => {
  it.each([
    ['/project/src/a.js', undefined],
    ['/project/node_modules/tape/index.js', 'tape'],
    ['/project/node_modules/@babel/core/lib/index.js', '@babel/core'],
    ['C:\\project\\node_modules\\@babel\\core\\index.js', '@babel/core'],
    ['file:///project/node_modules/.pnpm/a@1/node_modules/b/c.mjs', 'b'],
    ['/project/my_node_modules/a.js', undefined],
    ['/project/node_modules/a/old_node_modules/b.js', 'a'],
    ['/project/node_modules', undefined],
    ['node_modules/a/b.js', 'a'],
  ])('%s', (file, name) => {
    expect(packageOf(file)).toBe(name)
  })

  it('is named by the last folder of installed ones, part by part', () => {
    const part = fc.constantFrom('node_modules', 'my_node_modules', 'node_modules2', '@scope', 'a', 'b.js', '')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom('/', '\\'), (parts, separator) => {
        const at = parts.slice(0, -1).lastIndexOf('node_modules')
        const [name, inScope] = parts.slice(at + 1)
        const expected = at === -1 ? undefined : name!.startsWith('@') && inScope ? `${name}/${inScope}` : name
        expect(packageOf(parts.join(separator))).toBe(expected)
      }),
      runs(2000),
    )
  })
})

describe('a process', () => {
  it.each([
    [undefined, { kind: 'program' }],
    ['/project/test.js', { kind: 'program' }],
    ['/usr/lib/node_modules/npm/bin/npm-cli.js', { kind: 'tool', name: 'npm' }],
    ['/project/node_modules/mocha/bin/mocha.js', { kind: 'runner', name: 'mocha' }],
  ])('that starts with %s', (entry, kind) => {
    expect(recogniseProcess(entry)).toEqual(kind)
  })

  it.each<[options: string[], isRunner: boolean]>([
    [['--test'], true],
    [['--test', '--test-concurrency=1', '--test-reporter', 'spec', '--test-reporter=dot'], true],
    [[], false],
    [['--test-only'], false],
    // Code of the program's own runs in the runner.
    [['--test', '--import=tsx'], false],
    [['--test', '-r', './setup.js'], false],
    [['--test', '--test-reporter', './reporter.js'], false],
    [['--test', '--test-reporter=./reporter.js'], false],
    [['--test', '--experimental-test-isolation=none'], false],
    [['--test', '--test-global-setup=./setup.js'], false],
  ])('of Node with %j', (options, isRunner) => {
    const kind = isRunner ? { kind: 'tool', name: 'node --test' } : { kind: 'program' }
    expect(recogniseProcess('/project/test/a.js', options)).toEqual(kind)
  })
})
