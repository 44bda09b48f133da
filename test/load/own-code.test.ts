import { expect, it } from 'vitest'
import { mayDouble } from '#src/load/own-code.ts'

it.each([
  ['/project/node_modules/sinon/lib/sinon.js', true],
  ['/project/node_modules/@vitest/spy/dist/index.js', true],
  ['/project/node_modules/testdouble/lib/index.js', true],
  ['/project/node_modules/simple-mock/index.js', true],
  ['/project/node_modules/eslint/lib/linter.js', false],
  ['/project/test/spy.js', false],
])('%s may double functions: %s', (file, expected) => expect(mayDouble(file)).toBe(expected))
