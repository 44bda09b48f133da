/**
 * Code that is not the program's: JSMOP itself, test runners and assertion libraries. It is not woven and creates no
 * monitors; its events on the program's objects count where a wrapper sees them.
 */

import { packageOf } from './recognise-process.ts'

const scopes = ['@vitest/', '@jest/', '@mocha/', '@sinonjs/', '@ava/']

const packages = new Set([
  // Runners and what they are made of.
  'vitest',
  'vite',
  'vite-node',
  'tinypool',
  'tinybench',
  'tinyrainbow',
  'jest',
  'jest-cli',
  'expect',
  'babel-jest',
  'ts-jest',
  'mocha',
  'ava',
  'tape',
  'tap',
  'brittle',
  'c8',
  'nyc',
  'istanbul-lib-instrument',
  'istanbul-lib-coverage',
  'jasmine',
  'jasmine-core',
  'uvu',
  'lab',
  // Assertions and doubles.
  'chai',
  'chai-as-promised',
  'should',
  'expect.js',
  'unexpected',
  'must',
  'power-assert',
  'concordance',
  'pretty-format',
  'sinon',
  'nock',
  'proxyquire',
  // Compilers that run inside the program's process.
  'esbuild',
  'typescript',
  'ts-node',
  'tsx',
  'jiti',
  'rollup',
  'rolldown',
  'pirates',
  'source-map-support',
  'jsmop',
])

/** `file` is a path or a `file:` address. */
export function isToolCode(file: string): boolean {
  const name = packageOf(file)
  if (name === undefined) return false
  return packages.has(name) || name.startsWith('jest-') || scopes.some((scope) => name.startsWith(scope))
}

export function isLibraryCode(file: string): boolean {
  return packageOf(file) !== undefined
}

/** Whether the text of a file is woven. */
export function isWoven(file: string, libraries: boolean): boolean {
  return !isToolCode(file) && (libraries || !isLibraryCode(file))
}
