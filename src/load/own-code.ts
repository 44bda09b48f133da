/**
 * Code that is not the program's: JSMOP itself, test runners and assertion libraries. It is not woven and creates no
 * monitors; its events on the program's objects count where a wrapper sees them.
 */

import { fileURLToPath } from 'node:url'
import { packageOf } from './recognise-process.ts'

const scopes = ['@vitest/', '@jest/', '@mocha/', '@sinonjs/', '@ava/', '@tapjs/', '@babel/', '@swc-node/']
/** Of these scopes, what compiled code needs when it runs. */
const ofProgram = /^@babel\/(?:runtime|polyfill)/

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
  '@hapi/lab',
  // Assertions and doubles.
  'chai',
  'chai-as-promised',
  '@hapi/code',
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
  // What stands in the place of Node's own functions, for runners first of all.
  'graceful-fs',
  // Compilers that run inside the program's process.
  'esbuild',
  'typescript',
  'ts-node',
  'tsx',
  'jiti',
  'sucrase',
  '@swc/core',
  'esbuild-register',
  'rollup',
  'rolldown',
  'pirates',
  'source-map-support',
  'jsmop',
])

/** `file` is a path or a `file:` address. */
function isToolCode(file: string): boolean {
  const name = packageOf(file)
  return name !== undefined && isToolPackage(name)
}

export function isToolPackage(name: string): boolean {
  if (packages.has(name) || name.startsWith('jest-')) return true
  return scopes.some((scope) => name.startsWith(scope)) && !ofProgram.test(name)
}

/** Tools that replace functions of the program's without saying so in a name of theirs. */
const replacing = new Set(['graceful-fs', 'jasmine-core', 'tape', 'tap', 'nock', 'proxyquire'])
const saysReplacing = /spy|stub|mock|double|fake|sinon|intercept|capture/i

/**
 * Whether code of a file may stand in the place of functions of the program's, and call them in its name. Runners and
 * assertions do not, and each place in them that may is searched for a spy's caller: in a small test file under vitest
 * that was a tenth of all that monitoring added.
 */
export function mayDouble(file: string): boolean {
  const name = packageOf(file)
  if (name === undefined) return false
  return replacing.has(name) || saysReplacing.test(file.slice(file.lastIndexOf('node_modules')))
}

function isLibraryCode(file: string): boolean {
  return packageOf(file) !== undefined
}

/** Which code a run watches: texts of other files are not woven and create no monitors. */
export interface WatchedCode {
  readonly libraries: boolean
  /** Folders of the packages among libraries that are woven, as absolute paths; all of them when absent. */
  readonly packages?: readonly string[]
  /** Modules of the program that a change leaves alone, as absolute paths; none when absent. */
  readonly excluded?: readonly string[]
  /** Modules that a process may start with and not be monitored, as absolute paths: nothing has changed for it; none when absent. */
  readonly idle?: readonly string[]
}

/** Tells whether the text of a file, given as a path or a `file:` address, is woven. */
export function wovenFiles({ libraries, packages, excluded = [] }: WatchedCode): (file: string) => boolean {
  const unaffected = new Set(excluded)
  const affected = packages === undefined ? undefined : new Set(packages)
  const isWoven = (file: string): boolean => {
    if (isLibraryCode(file)) return libraries && (affected === undefined || affected.has(packageFolder(pathOf(file))))
    return unaffected.size === 0 || !unaffected.has(pathOf(file))
  }
  return (file) => !isToolCode(file) && isWoven(file)
}

/** Without what a loader appends to tell copies of a module apart. */
const pathOf = (file: string): string =>
  file.startsWith('file:') ? fileURLToPath(file.replace(/[?#].*$/, '')) : file.replace(/\?.*$/, '')

/** The folder of the package that a file below `node_modules` is installed in, by the innermost such folder. */
export function packageFolder(file: string): string {
  return /^.*[\\/]?node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? ''
}
