/** Which texts of runners get a call at their end. */

import { expect, test } from 'vitest'
import { withHandOver } from '#src/runners/hand-over.ts'

const file = '/p/node_modules/expect/build/index.js'

test('a module hands itself over at its end', () => {
  expect(withHandOver('exports.expect = 1', file, 'commonjs')).toBe(
    'exports.expect = 1\n;J$mopT("jest expect", module)',
  )
})

test('a module that jest 29 wrapped into a script hands itself over inside of it, and the script keeps its value', () => {
  const wrapped = (text: string) =>
    `({"Object.<anonymous>":function(module,exports,require,__dirname,__filename,jest){${text}\n}});`
  expect(withHandOver(wrapped('exports.expect = 1'), file, 'script')).toBe(
    wrapped('exports.expect = 1\n;J$mopT("jest expect", module)'),
  )
})

test('any other script is left alone: it has a value, and no end of a module', () => {
  expect(withHandOver('({"expect":function(){\n}});', file, 'script')).toBe(undefined)
})

test('a module that comes past a second hook is handed over once', () => {
  const handed = withHandOver('exports.expect = 1', file, 'commonjs')!
  expect(withHandOver(handed, file, 'commonjs')).toBe(undefined)
})
