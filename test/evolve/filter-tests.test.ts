/** How each runner is told which test files to run, and which commands are left alone. */

import { describe, expect, it } from 'vitest'
import { filterTests, testsRunBy } from '#src/evolve/filter-tests.ts'

const tests = ['test/a.test.js', 'test/b.test.js', 'test/sub/c.test.js', 'src/d.spec.ts', 'src/__tests__/e.js']

function filter(command: string, scripts: Record<string, string> = {}, named: readonly string[] = []) {
  return filterTests({
    command: command.split(' '),
    scripts,
    tests,
    wanted: new Set(['test/b.test.js', 'test/sub/c.test.js', 'src/__tests__/e.js', 'lib/x.js']),
    namesTests: (runner) => named.includes(runner),
  })
}

describe('commands that can be filtered', () => {
  it.each<[command: string, scripts: Record<string, string>, filtered: string, of: number]>([
    ['npx mocha', {}, 'npx mocha test/b.test.js', 2],
    ['npx mocha --recursive -r ./env', {}, 'npx mocha --recursive -r ./env test/b.test.js test/sub/c.test.js', 3],
    ['mocha --timeout 99 test/*.test.js', {}, 'mocha --timeout 99 test/b.test.js', 2],
    ['mocha --ignore test/b.test.js test', {}, 'mocha --ignore test/b.test.js', 1],
    ['npx vitest run --reporter dot', {}, 'npx vitest run --reporter dot test/b.test.js test/sub/c.test.js', 4],
    ['npx vitest run test/sub', {}, 'npx vitest run test/sub/c.test.js', 1],
    ['npx jest --ci', {}, 'npx jest --ci --runTestsByPath test/b.test.js test/sub/c.test.js src/__tests__/e.js', 5],
    ['node --test', {}, 'node --test test/b.test.js test/sub/c.test.js', 3],
    ['node --test test/**/*.js', {}, 'node --test test/b.test.js test/sub/c.test.js', 3],
    ['npx ava', {}, 'npx ava test/b.test.js test/sub/c.test.js src/__tests__/e.js', 5],
    ['npx tape test/{a,b}.test.js', {}, 'npx tape test/b.test.js', 2],
    ['npm test', { test: 'mocha --exit test/' }, 'npx mocha --exit test/b.test.js', 2],
    ['npm run unit -- --bail', { unit: 'vitest run' }, 'npx vitest run --bail test/b.test.js test/sub/c.test.js', 4],
    ['yarn test', { test: "NODE_ENV=test mocha 'test/*.js'" }, 'env NODE_ENV=test npx mocha test/b.test.js', 2],
    ['pnpm t', { test: 'cross-env A=1 node --test' }, 'env A=1 node --test test/b.test.js test/sub/c.test.js', 3],
  ])('%s %o', (command, scripts, expected, of) => {
    const filtered = filter(command, scripts)
    expect(filtered).toMatchObject({ kind: 'filtered', command: expected.split(' ') })
    expect(filtered.kind === 'filtered' ? filtered.all.length : 0).toBe(of)
  })
})

describe('commands in a shell', () => {
  const inShell = (script: string) =>
    filterTests({
      command: ['bash', '-c', script],
      scripts: { test: 'mocha' },
      tests,
      wanted: new Set(['test/b.test.js']),
      namesTests: () => false,
    })
  it.each<[script: string, filtered: string]>([
    ["mocha 'test/*.js'", "'mocha' 'test/b.test.js'"],
    ['npm test', "'npx' 'mocha' 'test/b.test.js'"],
    ['{ mocha test/*.js; } >out', "{ 'mocha' 'test/b.test.js'\n} >out"],
    ['{ mocha\n} >"$A/out" 2>"$A/err"', `{ 'mocha' 'test/b.test.js'\n} >"$A/out" 2>"$A/err"`],
  ])('%s', (script, expected) => expect(inShell(script)).toMatchObject({ command: ['bash', '-c', expected] }))

  it('is left alone when it is more than one', () =>
    expect(inShell('tsc && mocha')).toEqual({
      kind: 'unfiltered',
      why: 'the script `tsc && mocha` is more than one command',
    }))
})

describe('files that a command starts from', () => {
  const files = ['index.js', 'rollup.config.js', 'test/a.js', 'test/helper.js', 'test/sub/b.js', 'lib/c.js']
  const starts = (command: string) =>
    testsRunBy({ command: command.split(' '), scripts: { test: 'mocha' }, namesTests: () => false }, files)
  it.each<[command: string, expected: string[] | undefined, apart?: boolean]>([
    ['npm test', ['test/a.js', 'test/helper.js']],
    ['tape test/**/*.js', ['test/a.js', 'test/helper.js', 'test/sub/b.js']],
    ['mocha *.js', ['index.js', 'rollup.config.js']],
    ['mocha nothing', undefined],
    ['node lib/c.js', undefined],
    ['node --test test/sub', ['test/sub/b.js'], true],
    ['tap test/a.js', ['test/a.js'], true],
    ['jest', undefined],
    ['mocha test --ignore test/helper.js', ['test/a.js']],
    ['mocha test --exclude=test/h*.js', ['test/a.js']],
    ['mocha --recursive test --ignore test/**/b.js --ignore test/*.js', undefined],
    ['mocha --recursive test --ignore test/**/a.js', ['test/helper.js', 'test/sub/b.js']],
    // Names are compared whole, and as the runner has them.
    ['mocha --recursive test --ignore test/sub', ['test/a.js', 'test/helper.js', 'test/sub/b.js']],
    ['mocha --recursive test --ignore *.js', ['test/a.js', 'test/helper.js', 'test/sub/b.js']],
    ['mocha ./test --ignore test/helper.js', ['test/a.js', 'test/helper.js']],
    ['mocha test --ignore ./test/helper.js', ['test/a.js', 'test/helper.js']],
    ['mocha test --ignore test/{helper,a}.js', ['test/a.js', 'test/helper.js']],
    ['tape test/*.js --ignore test/helper.js', ['test/a.js', 'test/helper.js']],
  ])('%s', (command, expected, apart = false) =>
    expect(starts(command)).toEqual(expected && { files: expected, apart }),
  )

  it('are those that a shell leaves of an ignored pattern', () => {
    const inShell = (script: string) =>
      testsRunBy({ command: ['sh', '-c', script], scripts: {}, namesTests: () => false }, files)?.files
    expect(inShell("mocha test --ignore 'test/h*.js'")).toEqual(['test/a.js'])
    // The second file that fits is one to run.
    expect(inShell('mocha test --ignore test/h*.js')).toEqual(['test/a.js', 'test/helper.js'])
  })

  it.each<[found: string, expected: string[] | undefined]>([
    ["find test -name '*.js'", ['test/a.js', 'test/helper.js', 'test/sub/b.js']],
    [String.raw`find test/ lib \( -name 'a.js' -o -name 'c*.js' \)`, ['test/a.js', 'lib/c.js']],
    ["find test -type f -name 'b.js'", ['test/sub/b.js']],
    // In packages, too; fewer than the names say; whatever another command finds.
    ["find . -name '*.js'", undefined],
    ["find test -name '*.js' -not -name 'a.js'", undefined],
    ["find test -name '[ab].js'", undefined],
    ['ls test', undefined],
  ])('are those of $(%s)', (found, expected) => {
    const script = `node --test --test-concurrency=1 $(${found})`
    for (const [command, test] of [
      [['npm', 'test'], script],
      [['sh', '-c', script]],
      [['sh', '-c', `{ ${script}\n} >out`]],
    ] as const)
      expect(testsRunBy({ command, scripts: { test: test ?? '' }, namesTests: () => false }, files)).toEqual(
        expected && { files: expected, apart: true },
      )
  })
})

describe('commands that are left alone', () => {
  it.each<[command: string, scripts: Record<string, string>, why: string]>([
    ['node test.js', {}, '`node test.js` is no runner that can be told which files to run'],
    ['npm test', { test: 'tsc && mocha' }, 'the script `tsc && mocha` is more than one command'],
    ['npm test', { pretest: 'tsc', test: 'mocha' }, 'the script test has others before or after it'],
    ['npm run nothing', {}, '`npm run nothing` runs no script of package.json'],
    ['npx tape', {}, 'no test file of tape was found'],
  ])('%s %o', (command, scripts, why) => expect(filter(command, scripts)).toEqual({ kind: 'unfiltered', why }))

  it('a runner whose configuration names the tests', () => {
    expect(filter('npx mocha', {}, ['mocha'])).toEqual({
      kind: 'unfiltered',
      why: 'the configuration of mocha names the tests itself',
    })
  })
})
