/** Which code a runner has loaded for itself, and from when on there may be a program. */

import { describe, expect, it } from 'vitest'
import { RunnerCode } from '#src/load/runner-code.ts'

const modules = '/project/node_modules'

describe('a runner', () => {
  it.each([
    [`${modules}/mocha/bin/mocha.js`, '/project', true],
    [`${modules}/jest-worker/build/workers/processChild.js`, '/project', true],
    [`${modules}/vitest/dist/workers/forks.js`, '/project', true],
    [`${modules}/webpack/bin/webpack.js`, '/project', false],
    ['/project/test.js', '/project', false],
    // Nothing of the package that is worked on would be a file of the project.
    [`${modules}/mocha/bin/mocha.js`, `${modules}/left-pad`, false],
  ])('%s in %s comes before the program: %s', (main, cwd, expected) =>
    expect(new RunnerCode(main, cwd).comesFirst).toBe(expected),
  )
})

describe('packages', () => {
  const shared = `${modules}/picomatch/index.js`

  it('are those of jest from when it is there, until jest compiles them for the program', () => {
    const runner = new RunnerCode()
    runner.loaded(`${modules}/react-scripts/bin.js`)
    runner.loaded(`${modules}/@jest/core/build/index.js`)
    runner.loaded(shared)
    runner.loaded('/project/global-setup.js')
    expect(runner.has(`${modules}/react-scripts/bin.js`)).toBe(false)
    expect(runner.has(shared)).toBe(true)
    expect(runner.has('/project/global-setup.js')).toBe(false)
    expect([runner.compiled(shared), runner.compiled(shared)]).toEqual([true, false])
    expect(runner.has(shared)).toBe(false)
  })

  it('are the program’s where jest has a runner that shares its realm', () => {
    const runner = new RunnerCode(`${modules}/jest/bin/jest.js`, '/project')
    runner.loaded(`${modules}/jest-cli/build/index.js`)
    runner.loaded(shared)
    runner.loaded(`${modules}/jest-light-runner/src/index.js`)
    runner.loaded(`${modules}/pg/lib/index.js`)
    expect(runner.has(shared)).toBe(false)
    expect(runner.has(`${modules}/pg/lib/index.js`)).toBe(false)
  })

  it('are those of vitest where it starts, and the program’s in its workers', () => {
    const [main, worker] = [`${modules}/vitest/vitest.mjs`, `${modules}/vitest/dist/workers/forks.js`].map((file) => {
      const runner = new RunnerCode(file, '/project')
      runner.loaded(shared)
      return runner.has(shared)
    })
    expect([main, worker]).toEqual([true, false])
  })
})
