/**
 * Runners and their modes, each with a fixture project. One mode of each runs with `npm test`; all of them, and other
 * versions of Node, with `npm run test:matrix` (`JSMOP_MATRIX`).
 */

export interface Mode {
  readonly name: string
  /** Folder of the fixture, beside the shared `code`. */
  readonly fixture: string
  readonly packages: keyof typeof packages
  readonly command: readonly string[]
  /** Only with the whole matrix. */
  readonly matrix?: boolean
  /** File of `code` → test path → specs broken there. */
  readonly expected: readonly Expected[]
  readonly runner: string
}

export interface Expected {
  readonly file: string
  readonly spec: string
  /** Paths of tests. */
  readonly tests: readonly (readonly string[])[]
}

/** Exact versions, installed once into the system's temporary folder. */
export const packages = {
  runners: {
    mocha: '12.0.3',
    jest: '30.5.2',
    vitest: '4.1.12',
    '@vitest/coverage-v8': '4.1.12',
    '@vitest/coverage-istanbul': '4.1.12',
    ava: '6.4.1',
    tape: '5.10.2',
    sinon: '22.1.0',
    c8: '12.0.0',
  },
  tools: { typescript: '5.9.3', eslint: '10.14.0', prettier: '3.9.10', pnpm: '10.34.8' },
  compilers: {
    tsx: '4.23.15',
    typescript: '5.9.3',
    'ts-node': '10.9.2',
    '@types/node': '20.19.43',
    '@swc-node/register': '1.12.1',
    '@swc/core': '1.16.22',
    jest: '30.5.2',
    'ts-jest': '29.4.15',
    '@swc/jest': '0.2.39',
    '@babel/core': '7.28.5',
    '@babel/preset-env': '7.28.5',
    '@babel/preset-typescript': '7.28.5',
  },
  mocha10: { mocha: '10.8.2', chai: '4.5.0' },
  jest27: { jest: '27.5.1' },
  jest29: { jest: '29.7.0' },
  ava4: { ava: '4.3.3' },
  vitest0: { vitest: '0.34.6' },
  vitest1: { vitest: '1.2.2' },
  vitest3: { vitest: '3.2.4' },
  vitest5: { vitest: '5.1.0', '@vitest/coverage-v8': '5.1.0' },
} as const

export const nodes = { 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' } as const

const shift = 'array/no-shift-during-iteration'
const write = 'stream/no-write-after-end'

function found(file: string, drains: readonly string[][], sends: readonly string[][]): Expected[] {
  return [
    { file, spec: shift, tests: drains },
    { file, spec: write, tests: sends },
  ]
}

const under = (suite: string) =>
  [
    [
      [suite, 'drains'],
      [suite, 'fails'],
    ],
    [[suite, 'sends']],
  ] as const

function suite(file: string, name: string): Expected[] {
  const [drains, sends] = under(name)
  return found(file, drains as unknown as string[][], sends as unknown as string[][])
}

const both = [...suite('queue.cjs', 'queue'), ...suite('queue.mjs', 'module queue')]
const flat = [[['drains'], ['fails']], [['sends']]] as const
const flatIn = (file: string): Expected[] =>
  found(file, flat[0] as unknown as string[][], flat[1] as unknown as string[][])

const mocha = { fixture: 'mocha', packages: 'runners', runner: 'mocha', expected: both } as const
const vitest = {
  fixture: 'vitest',
  packages: 'runners',
  runner: 'vitest',
  expected: suite('queue.ts', 'queue'),
} as const
const jest = { fixture: 'jest', packages: 'runners', runner: 'jest', expected: suite('queue.cjs', 'queue') } as const
const jestModules = {
  ...jest,
  fixture: 'jest-esm',
  command: ['node', '--no-warnings', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js'],
  expected: flatIn('queue.mjs'),
} as const
const nodeTest = { fixture: 'node-test', packages: 'runners', runner: 'node:test' } as const

const bin = (name: string) => `node_modules/.bin/${name}`

export const modes: readonly Mode[] = [
  { ...mocha, name: 'mocha', command: [bin('mocha'), 'queue.test.cjs', 'queue.test.mjs'] },
  {
    ...mocha,
    name: 'mocha, parallel',
    command: [bin('mocha'), '--parallel', 'queue.test.cjs', 'queue.test.mjs'],
    matrix: true,
  },
  {
    ...mocha,
    packages: 'mocha10',
    name: 'mocha 10',
    command: [bin('mocha'), 'queue.test.cjs', 'queue.test.mjs'],
    matrix: true,
  },
  ...(['forks', 'threads', 'vmThreads', 'vmForks'] as const).map((pool): Mode => ({
    ...vitest,
    name: `vitest 4, ${pool}`,
    command: [bin('vitest'), 'run', `--pool=${pool}`],
    matrix: pool !== 'forks',
  })),
  ...(['forks', 'threads', 'vmThreads', 'vmForks'] as const).map((pool): Mode => ({
    ...vitest,
    packages: 'vitest5',
    name: `vitest 5, ${pool}`,
    command: [bin('vitest'), 'run', `--pool=${pool}`],
    matrix: true,
  })),
  { ...vitest, packages: 'vitest0', name: 'vitest 0.34', command: [bin('vitest'), 'run'], matrix: true },
  ...(['1', '3'] as const).flatMap((version) =>
    (['forks', 'threads'] as const).map((pool): Mode => ({
      ...vitest,
      packages: `vitest${version}`,
      name: `vitest ${version}, ${pool}`,
      command: [bin('vitest'), 'run', `--pool=${pool}`],
      matrix: pool !== 'threads',
    })),
  ),
  { ...jest, name: 'jest, in band', command: [bin('jest'), '-i'] },
  { ...jest, name: 'jest, processes', command: [bin('jest'), '-w', '2'], matrix: true },
  { ...jest, name: 'jest, threads', command: [bin('jest'), '-w', '2', '--workerThreads'], matrix: true },
  { ...jestModules, name: 'jest, ES modules', matrix: true },
  { ...jest, packages: 'jest27', name: 'jest 27, in band', command: [bin('jest'), '-i'], matrix: true },
  { ...jest, packages: 'jest29', name: 'jest 29, in band', command: [bin('jest'), '-i'] },
  { ...jest, packages: 'jest29', name: 'jest 29, processes', command: [bin('jest'), '-w', '2'], matrix: true },
  { ...jestModules, packages: 'jest29', name: 'jest 29, ES modules', matrix: true },
  {
    ...nodeTest,
    name: 'node:test, a process per file',
    command: ['node', '--test', '--test-reporter=spec'],
    expected: both,
  },
  {
    ...nodeTest,
    name: 'node:test, in one process',
    command: ['node', '--test-reporter=tap', 'queue.test.cjs'],
    expected: suite('queue.cjs', 'queue'),
    matrix: true,
  },
  {
    fixture: 'ava',
    packages: 'runners',
    runner: 'ava',
    name: 'ava',
    command: [bin('ava')],
    expected: flatIn('queue.mjs'),
  },
  {
    fixture: 'ava',
    packages: 'ava4',
    runner: 'ava',
    name: 'ava 4',
    command: [bin('ava')],
    expected: flatIn('queue.mjs'),
    matrix: true,
  },
  {
    fixture: 'tape',
    packages: 'runners',
    runner: 'tape',
    name: 'tape',
    command: ['node', 'queue.test.cjs'],
    expected: found('queue.cjs', [['drains'], ['fails']], [['queue', 'sends']]),
  },
  {
    fixture: 'script',
    packages: 'runners',
    runner: '',
    name: 'a plain script',
    command: ['node', 'script.mjs'],
    expected: [...found('queue.cjs', [], []), ...found('queue.mjs', [], [])],
  },
]
