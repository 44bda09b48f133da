/**
 * Woven texts are kept from run to run under the version of the weaver. When it writes other texts and has the same version,
 * a process gets those of before: nothing fails where they still work, and nothing is gained by the change.
 */

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { textVersion } from '#src/instrument/weave/woven-module.ts'
import { programs } from './weave-programs.ts'
import { callPlan, greedyPlan, hookPlan, weaveScript } from './weave-support.ts'

test('other text for the same source has another version', () => {
  const hash = createHash('sha256')
  // Those of which nobody is likely to add to the list for another reason.
  for (const kind of ['calls', 'construct', 'loops', 'async', 'writes'] as const) {
    const sources = programs[kind]!.slice(0, 12)
    expect(sources).toHaveLength(12)
    for (const source of sources)
      for (const plan of [greedyPlan, callPlan, hookPlan]) hash.update(`${weaveScript(source, plan(source))?.code}\n`)
  }
  // When this fails: count up `textVersion`, and put the new text here.
  expect(`${textVersion} ${hash.digest('hex').slice(0, 16)}`).toBe('10 fb941dda61ca1085')
})
