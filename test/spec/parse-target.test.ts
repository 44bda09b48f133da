import { describe, expect, test } from 'vitest'
import { parseTarget } from '#src/spec/parse-target.ts'
import { renderedErrorOf } from './rendered.ts'

const places: [string, [unknown, string[], string[]]][] = [
  ['parseInt', [{ kind: 'global' }, [], ['parseInt']]],
  ['Map.prototype.set', [{ kind: 'global' }, ['Map', 'prototype'], ['set']]],
  ['Array.prototype.{push, pop,push}', [{ kind: 'global' }, ['Array', 'prototype'], ['push', 'pop']]],
  ['Array.prototype.@@iterator', [{ kind: 'global' }, ['Array', 'prototype'], ['@@iterator']]],
  ['node:fs#openSync', [{ kind: 'node', module: 'fs' }, [], ['openSync']]],
  ['node:fs/promises#{open,writeFile}', [{ kind: 'node', module: 'fs/promises' }, [], ['open', 'writeFile']]],
  ['node:stream#Writable.prototype.write', [{ kind: 'node', module: 'stream' }, ['Writable', 'prototype'], ['write']]],
  ['npm:pg#Pool', [{ kind: 'npm', package: 'pg', range: undefined, subpath: undefined }, [], ['Pool']]],
  ['npm:pg@>=8#Pool', [{ kind: 'npm', package: 'pg', range: '>=8', subpath: undefined }, [], ['Pool']]],
  [
    'npm:pg@>=8 <10 || ^12.1#Pool',
    [{ kind: 'npm', package: 'pg', range: '>=8 <10 || ^12.1', subpath: undefined }, [], ['Pool']],
  ],
  ['npm:pg@1.2 - 2.3.x#Pool', [{ kind: 'npm', package: 'pg', range: '1.2 - 2.3.x', subpath: undefined }, [], ['Pool']]],
  ['npm:pg@1.0.0-rc.1#Pool', [{ kind: 'npm', package: 'pg', range: '1.0.0-rc.1', subpath: undefined }, [], ['Pool']]],
  ['npm:pg@^8/lib/client#Client', [{ kind: 'npm', package: 'pg', range: '^8', subpath: 'lib/client' }, [], ['Client']]],
  [
    'npm:pg/lib/client#Client',
    [{ kind: 'npm', package: 'pg', range: undefined, subpath: 'lib/client' }, [], ['Client']],
  ],
  ['npm:@a/b@*/c.js#d.e', [{ kind: 'npm', package: '@a/b', range: '*', subpath: 'c.js' }, ['d'], ['e']]],
  [
    './src/pool.ts#Pool.prototype.acquire',
    [{ kind: 'module', file: './src/pool.ts' }, ['Pool', 'prototype'], ['acquire']],
  ],
  ['../a b/x.js#default', [{ kind: 'module', file: '../a b/x.js' }, [], ['default']]],
]

describe('a target is read into place, holder and members', () => {
  test.each(places)('%s', (text, [place, holder, members]) => {
    expect(parseTarget(text)).toEqual({ place, holder, members, text })
  })
})

const mistakes: [string, string][] = [
  [
    'node:fs',
    `error: target "node:fs" names a module but nothing in it [bad-target]
target:1:1
  1 | node:fs
    | ^^^^^^^
help: Write \`#\` and the export after the module, for example \`node:fs#openSync\`.`,
  ],
  [
    'Map..set',
    `error: expected a member name in target "Map..set" but found nothing [bad-target]
target:1:5
  1 | Map..set
    |     ^
help: A member is an identifier, or \`@@\` and the name of a well-known symbol, as in \`Array.prototype.@@iterator\`.`,
  ],
  [
    'Map.pro-to',
    `error: expected a member name in target "Map.pro-to" but found \`pro-to\` [bad-target]
target:1:5
  1 | Map.pro-to
    |     ^^^^^^
help: A member is an identifier, or \`@@\` and the name of a well-known symbol, as in \`Array.prototype.@@iterator\`.`,
  ],
  [
    'Map{a,b}',
    `error: expected a dot before \`{\` in target "Map{a,b}" [bad-target]
target:1:4
  1 | Map{a,b}
    |    ^
help: Write \`Path.to.{a,b}\`.`,
  ],
  [
    'Map.{a,b',
    `error: expected \`}\` at the end of target "Map.{a,b" [bad-target]
target:1:8
  1 | Map.{a,b
    |        ^
help: Close the list of members with \`}\`.`,
  ],
  [
    'Map.{a, }',
    `error: expected a member name in target "Map.{a, }" but found nothing [bad-target]
target:1:9
  1 | Map.{a, }
    |         ^
help: A member is an identifier, or \`@@\` and the name of a well-known symbol, as in \`Array.prototype.@@iterator\`.`,
  ],
  [
    'node:FS!#x',
    `error: expected the name of a Node module after \`node:\` but found \`FS!\` [bad-target]
target:1:6
  1 | node:FS!#x
    |      ^^^
help: Write for example \`node:fs\` or \`node:fs/promises\`.`,
  ],
  [
    'npm:P G#x',
    `error: expected the name of an npm package after \`npm:\` but found \`P G\` [bad-target]
target:1:5
  1 | npm:P G#x
    |     ^^^
help: Write for example \`npm:pg@>=8#Pool\` or \`npm:@scope/name#thing\`.`,
  ],
  [
    'npm:pg@latest#x',
    `error: \`latest\` is no version range [bad-target]
target:1:8
  1 | npm:pg@latest#x
    |        ^^^^^^
help: Write a range as in package.json, for example \`>=8 <10\` or \`^1.2\`.`,
  ],
  [
    'npm:pg/#x',
    `error: expected a file after \`/\` [bad-target]
target:1:7
  1 | npm:pg/#x
    |       ^
help: Leave the slash out, or name a file of the package.`,
  ],
  [
    './src/#x',
    `error: \`./src/\` is a folder [bad-target]
target:1:1
  1 | ./src/#x
    | ^^^^^^
help: Name a file, relative to the folder of the project.`,
  ],
  [
    'fs#x',
    `error: \`fs\` is no place for a target [bad-target]
target:1:1
  1 | fs#x
    | ^^
help: Begin with \`node:\` for a Node module, \`npm:\` for a package, \`./\` for a module of the project, or write a global without \`#\`.`,
  ],
]

describe('a mistake in a target is shown at its place', () => {
  test.each(mistakes)('%s', (text, error) => {
    expect(renderedErrorOf(() => parseTarget(text))).toBe(error)
  })
})

test('no version range takes long to refuse', () => {
  const started = performance.now()
  for (const range of [
    '1  '.repeat(2000),
    '>= '.repeat(2000),
    '1-'.repeat(2000),
    '1 || '.repeat(2000),
    '1 - '.repeat(2000),
  ]) {
    expect(() => parseTarget(`npm:pg@${range}!#Pool`)).toThrow('is no version range')
  }
  expect(performance.now() - started).toBeLessThan(2000)
})
