/**
 * What synthesis costs: published formulas and the catalogue's, with all their sets, once cold (the first formula of a
 * process pays for loading and compiling the code) and once warm; and how states and time grow for formulas that are made
 * to grow. `none` is the same work on a formula of one event.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const growing = (name, title, sizes) =>
  sizes.map((size) => ({ name: `${name}-${size}`, title: `${title} of size ${size}`, variants: ['synthesis'] }))

export const bench = {
  name: 'logic',
  unit: 'formula',
  program: path.join(path.dirname(fileURLToPath(import.meta.url)), 'workloads.ts'),
  effort: 1,
  scenarios: [
    ...['ere', 'fsm', 'ltl', 'ptltl', 'cfg'].flatMap((logic) => [
      { name: `cold-${logic}`, title: `the first ${logic} formula of a process`, variants: ['synthesis'] },
      {
        name: `published-${logic}`,
        title: `published ${logic} formulas and the catalogue's`,
        variants: ['none', 'synthesis'],
      },
      { name: `slowest-${logic}`, title: `the slowest of them`, variants: ['synthesis'] },
    ]),
    ...growing('complement', 'ERE, nested complements', [2, 4, 6, 8]),
    ...growing('alternation', 'ERE, a long alternation', [10, 100, 1000]),
    ...growing('bounded', 'ERE `(a|b)* a (a|b){n}`, 2^(n+1) states', [4, 8, 12]),
    ...growing('responses', 'LTL, n responses at once', [1, 2, 4, 8]),
  ],
  targets(ns) {
    const millisecond = 1e6
    return [
      ...['ere', 'fsm', 'ltl', 'ptltl', 'cfg'].map((logic) => ({
        target: `ms for the slowest ${logic} formula, warm`,
        limit: 10,
        reached: ns(`slowest-${logic}`, 'synthesis') / millisecond,
      })),
      {
        target: 'alternation of 1,000 / of 100 events, both squares of the size: time per transition',
        limit: 3,
        reached: ns('alternation-1000', 'synthesis') / ns('alternation-100', 'synthesis') / 100,
      },
    ]
  },
}
