/** Which texts of runners get a call at their end. */

import { expect, test } from 'vitest'
import { withHandOver } from '#src/runners/hand-over.ts'

const file = '/p/node_modules/expect/build/index.js'

test('a module hands itself over at its end', () => {
  expect(withHandOver('exports.expect = 1', file, 'commonjs')).toBe(
    'exports.expect = 1\n;J$mopT("jest expect", module.exports)',
  )
})

test('a module that was wrapped into a script, as jest 29 does, is left alone: it ends inside, and the script has a value', () => {
  const wrapped = '({"Object.<anonymous>":function(module,exports){exports.expect = 1\n}});'
  expect(withHandOver(wrapped, file, 'script')).toBe(undefined)
})
