/**
 * Real projects whose own tests must go as they go without JSMOP: packages of the npm registry that ship their tests. Of
 * each only what is needed to get and run it; linters, type checks and coverage are left out of the test commands.
 * Left out because they fail plain at times: avvio, better-queue, line-reader and ssh2 (tests that wait for so many
 * milliseconds).
 */

const own = 'npm install --omit=dev --ignore-scripts --no-audit --no-fund'
const beside = (...packages) =>
  `${own} && npm install --no-save --ignore-scripts --no-audit --no-fund --legacy-peer-deps ${packages.join(' ')}`

const subject = (name, version, runner, modules, install, test) => ({
  id: name,
  project: name,
  version,
  source: { kind: 'npm', name, version },
  install,
  test,
  before: undefined,
  labels: { runner, modules },
})

const tape = 'tape@5.9.0'
const mocha = 'mocha@11.7.5'

export const subjects = [
  subject('minimist', '1.2.8', 'tape', 'cjs', beside(tape), 'node_modules/.bin/tape "test/*.js"'),
  subject('split2', '4.2.0', 'tape', 'cjs', beside(tape, 'callback-stream@1.1.0'), 'node_modules/.bin/tape test.js'),
  subject(
    'fastq',
    '1.20.3',
    'tape',
    'cjs',
    beside(tape, 'async@3.2.6', 'neo-async@2.6.2'),
    'node_modules/.bin/tape test/test.js test/promise.js',
  ),
  subject(
    'duplexify',
    '4.1.3',
    'tape',
    'cjs',
    beside(tape, 'concat-stream@1.6.2', 'through2@2.0.5'),
    'node_modules/.bin/tape test.js',
  ),
  subject('pumpify', '2.0.1', 'tape', 'cjs', beside(tape, 'through2@3.0.2'), 'node_modules/.bin/tape test.js'),
  subject(
    'stream-splicer',
    '2.0.1',
    'tape',
    'cjs',
    beside(tape, 'JSONStream@1.3.5', 'concat-stream@1.6.2', 'split@1.0.1', 'through2@1.1.1', 'wait@0.4.2'),
    'node_modules/.bin/tape "test/*.js"',
  ),
  subject(
    'mqtt-packet',
    '9.0.2',
    'tape',
    'cjs',
    beside(tape, 'readable-stream@4.7.0'),
    'node_modules/.bin/tape test.js',
  ),
  subject('bl', '7.0.13', 'tape', 'esm', beside(tape, 'faucet@0.0.4'), 'node test/test.js'),
  subject(
    'through2',
    '5.0.12',
    'polendina',
    'esm',
    beside('polendina@3.2.26'),
    'node_modules/.bin/polendina-node bare-async test/test.js test/web.js',
  ),
  subject('busboy', '1.6.0', 'node', 'cjs', own, 'node test/test.js'),
  subject(
    'hash.js',
    '1.1.7',
    'mocha',
    'cjs',
    beside(mocha),
    'node_modules/.bin/mocha --reporter=spec "test/*-test.js"',
  ),
  subject(
    'lru-memoizer',
    '3.0.0',
    'mocha',
    'ts(cjs)',
    beside(mocha, 'chai@3.5.0', 'sinon@7.5.0'),
    'node_modules/.bin/mocha',
  ),
  subject('mqemitter', '7.1.0', 'node:test', 'cjs', own, 'node --test test/*.js'),
  subject('process-warning', '5.1.1', 'node:test', 'cjs', own, 'node --test test/*.test.js'),
  subject(
    'node-abort-controller',
    '3.1.1',
    'jest',
    'cjs',
    beside('jest@29.7.0', 'node-fetch@2.7.0', 'whatwg-fetch@3.6.20'),
    'node_modules/.bin/jest --env=node __tests__/abort __tests__/node-fetch',
  ),
  subject(
    'light-my-request',
    '6.8.0',
    'node:test',
    'cjs',
    beside(
      '@fastify/ajv-compiler@4.0.5',
      'end-of-stream@1.4.5',
      'express@5.1.0',
      'form-auto-content@3.2.1',
      'form-data@4.0.5',
      'formdata-node@6.0.3',
      'multer@2.0.2',
      'undici@7.18.2',
    ),
    'node --test test/*.test.js',
  ),
  subject(
    'axax',
    '0.2.2',
    'jest',
    'cjs',
    beside('jest@29.7.0'),
    String.raw`node_modules/.bin/jest "es5/.*\.js$" --testPathIgnorePatterns skipwhile`,
  ),
  subject(
    'css-what',
    '8.0.0',
    'vitest',
    'ts',
    beside('vitest@4.1.12'),
    'node_modules/.bin/vitest run --slowTestThreshold=100000 src',
  ),
  subject(
    'zod',
    '4.6.7',
    'vitest',
    'ts',
    beside('vitest@4.1.12', 'recheck@4.5.0', '@web-std/file@3.0.3'),
    'node_modules/.bin/vitest run --slowTestThreshold=100000 v3/tests/async-parsing v3/tests/map v3/tests/promise v3/tests/set v3/tests/string',
  ),
]
