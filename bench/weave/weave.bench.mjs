/**
 * What weaving costs: once, when a text is woven, skipped or read from the cache; and for as long as the program runs, in
 * woven calls and loops that meet nothing monitored. `none` is the plain code, or the parser alone.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const both = ['none', 'woven']

export const bench = {
  name: 'weave',
  program: path.join(path.dirname(fileURLToPath(import.meta.url)), 'workloads.ts'),
  effort: 3_000_000,
  scenarios: [
    { name: 'call-0', title: 'a call without arguments, store before it', variants: both },
    { name: 'call-0-spread', title: 'a call without arguments, store in an empty spread', variants: both },
    { name: 'call-1', title: 'a call with a simple argument', variants: both },
    { name: 'call-2', title: 'a call whose last argument is a call', variants: both },
    { name: 'call-callback', title: 'a call with a callback and a value', variants: both },
    { name: 'loop', title: 'an element of a `for…of` over an array', variants: [...both, 'activation'] },
    { name: 'loop-start', title: 'a `for…of` over an array of two', variants: both },
    { name: 'write', title: 'a property write', variants: both },
    { name: 'await', title: 'an `await`', variants: both },
    { name: 'cold', title: 'a character woven, against parsed only', variants: both },
    { name: 'skipped', title: 'a character of a text without any name of the plan', variants: ['woven'] },
    { name: 'cached', title: 'a character of a cache entry read', variants: ['woven'] },
    { name: 'unwoven', title: 'a character taken back', variants: ['woven'] },
    { name: 'column', title: 'a position of a stack trace corrected', variants: ['woven'] },
  ],
  targets(ns) {
    const added = (scenario, variant = 'woven') => ns(scenario, variant) - ns(scenario, 'none')
    return [
      { target: 'ns added to a call without arguments', limit: 2, reached: added('call-0') },
      { target: 'ns added to a call with a simple argument', limit: 2, reached: added('call-1') },
      { target: 'ns added to a call whose last argument is a call', limit: 2, reached: added('call-2') },
      { target: 'ns added to an element of a loop, not monitored', limit: 2, reached: added('loop') },
      { target: 'ns added to an element of a loop with an activation', limit: 2, reached: added('loop', 'activation') },
      { target: 'ns for a character woven (250: 4 MB/s)', limit: 250, reached: ns('cold', 'woven') },
      { target: 'ns for a character skipped (2: 500 MB/s)', limit: 2, reached: ns('skipped', 'woven') },
      { target: 'ns for a character from the cache (10: 100 MB/s)', limit: 10, reached: ns('cached', 'woven') },
    ]
  },
}
