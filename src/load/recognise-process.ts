/**
 * Which Node processes are not the user's program: package managers, compilers, linters. They pass activation on to
 * their children, are not woven, and are counted as skipped. Recognised by the entry file's package, because their
 * names on the command line vary (`npm`, `npm-cli.js`, `node_modules/.bin/tsc`).
 */

import path from 'node:path'

const tools = new Set([
  'npm',
  'npx',
  'yarn',
  'pnpm',
  'corepack',
  '@yarnpkg/cli',
  'typescript',
  'eslint',
  'prettier',
  'oxlint',
  'oxfmt',
  '@biomejs/biome',
  'standard',
  'xo',
  'tsd',
  'husky',
  'lint-staged',
  'npm-run-all',
  'npm-run-all2',
  'concurrently',
  'cross-env',
  'rimraf',
  'patch-package',
  'node-gyp',
  'jsmop',
])

/** Runners by package: their own code is not woven and creates no monitors. */
const runners = new Set(['vitest', 'jest', 'jest-cli', 'mocha', 'ava', 'tape', 'tap', 'brittle', 'c8', 'nyc'])

export type ProcessKind = { readonly kind: 'program' } | { readonly kind: 'tool' | 'runner'; readonly name: string }

/** `entry` is the real path of `process.argv[1]`, undefined for `node -e` and the like; `options` are those of Node. */
export function recogniseProcess(entry: string | undefined, options: readonly string[] = []): ProcessKind {
  if (runsTestsApart(options)) return { kind: 'tool', name: 'node --test' }
  const name = entry === undefined ? undefined : packageOf(entry)
  if (name !== undefined && tools.has(name)) return { kind: 'tool', name }
  if (name !== undefined && runners.has(name)) return { kind: 'runner', name }
  return { kind: 'program' }
}

const ownReporters = new Set(['spec', 'tap', 'dot', 'junit', 'lcov'])
/** Options that bring code of the program into Node's runner. */
const bringsCode =
  /^(?:-r|--require|--import|--(?:experimental-)?loader|--(?:experimental-)?test-isolation|--test-global-setup)(?:=|$)/

/** Whether the process is Node's runner, which starts a process for each test file and runs nothing of the program's itself. */
function runsTestsApart(options: readonly string[]): boolean {
  if (!options.includes('--test')) return false
  return !options.some((option, i) => {
    if (bringsCode.test(option)) return true
    const [name, value = options[i + 1] ?? ''] = option.split('=', 2)
    return name === '--test-reporter' && !ownReporters.has(value)
  })
}

/**
 * The name of the package that a file is installed in, by its innermost `node_modules` folder (`@scope/name` too);
 * undefined for the user's own files.
 */
export function packageOf(file: string): string | undefined {
  // Asked several times for each module, and of most files the first look tells.
  let at = file.lastIndexOf(installed)
  while (at > 0 && !(endsPart(file, at - 1) && endsPart(file, at + installed.length)))
    at = file.lastIndexOf(installed, at - 1)
  if (at === -1 || !endsPart(file, at + installed.length)) return undefined
  const parts = file.slice(at + installed.length + 1).split(/[\\/]/, 2)
  const name = parts[0]!
  // Yarn and corepack keep their own copies outside of any node_modules.
  return name.startsWith('@') ? path.posix.join(name, parts[1] ?? '') : name
}

const installed = 'node_modules'

function endsPart(file: string, at: number): boolean {
  return file[at] === '/' || file[at] === '\\'
}
