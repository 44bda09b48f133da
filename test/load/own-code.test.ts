import { expect, it } from 'vitest'
import { isToolPackage, mayDouble } from '#src/load/own-code.ts'

it.each([
  ['/project/node_modules/sinon/lib/sinon.js', true],
  ['/project/node_modules/@vitest/spy/dist/index.js', true],
  ['/project/node_modules/testdouble/lib/index.js', true],
  ['/project/node_modules/simple-mock/index.js', true],
  ['/project/node_modules/@tapjs/intercept/dist/esm/index.js', true],
  ['/project/node_modules/jest-jasmine2/build/jasmine/createSpy.js', true],
  ['/project/node_modules/tape/lib/test.js', true],
  ['/project/node_modules/vitest/dist/chunks/test.js', false],
  ['/project/node_modules/chai/index.js', false],
  ['/mocks/node_modules/eslint/lib/linter.js', false],
  ['/project/test/spy.js', false],
])('%s may double functions: %s', (file, expected) => expect(mayDouble(file)).toBe(expected))

it.each([
  ['@hapi/lab', true],
  ['@hapi/hoek', false],
  ['jest-circus', true],
  ['@babel/core', true],
  ['@babel/runtime', false],
  ['@babel/runtime-corejs3', false],
  ['eslint', false],
])('%s is a tool: %s', (name, expected) => expect(isToolPackage(name)).toBe(expected))
