/**
 * What explicit traces cost per event: algorithm D without and with them, algorithm E, E without each of its optimisations,
 * and the baselines. The work is in `workloads.ts`; what must be reached stands here.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const all = ['none', 'D', 'D+traces', 'E', 'E-at-end', 'E-prompt', 'E-text', 'E-locked', 'tracemop', 'lists']

const bytes = 'bytes per node'

export const bench = {
  name: 'traces',
  program: path.join(path.dirname(fileURLToPath(import.meta.url)), 'workloads.ts'),
  effort: 100_000,
  note:
    'Without one of E’s optimisations: `E-at-end` judges when the program ends, as the paper does; `E-prompt` puts no broadcast and no ' +
    'run off; `E-text` makes a text of each event and place in place of an integer; `E-locked` synchronises at each use, as if another ' +
    'thread might come. `tracemop` and `lists` are baselines that step every monitor and keep texts. With `D+traces` monitors are ' +
    'stepped one by one and their slices kept in E’s store. Where a table decides, a step of D is one load, and E’s move in the ' +
    'trie comes on top of what finds the monitor: judging each prefix once pays where a step is more than that, as in ' +
    'context-free properties (nesting). `least-D` and `least-E` are written by hand and do nothing but the step: how much more a ' +
    'step in a trie is than one in a table, whatever finds the monitor.',
  scenarios: [
    {
      name: 'one-duplicates',
      title: 'one parameter, 50 traces over and over',
      variants: [...all, 'least-D', 'least-E'],
    },
    { name: 'one-run', title: 'one parameter, runs of 1,000 at one place', variants: all },
    {
      name: 'one-unique',
      title: 'one parameter, every prefix is new',
      variants: ['none', 'D', 'D+traces', 'E', 'tracemop'],
    },
    {
      name: 'one-nesting',
      title: 'one parameter, a context-free property, 50 traces over and over',
      variants: ['none', 'D', 'D+traces', 'E', 'E-at-end'],
    },
    {
      name: 'one-deep-nesting',
      title: 'the same, 40 levels deep',
      variants: ['none', 'D', 'D+traces', 'E', 'E-at-end'],
    },
    { name: 'two-fresh-maps', title: 'map × iterator, a map for each iterator', variants: all },
    { name: 'two-shared-maps', title: 'map × iterator, 40 iterators a map', variants: all },
    { name: 'store', title: 'a million nodes, all different, per node', variants: ['E', 'tracemop'] },
  ],
  gates: ['one-duplicates', 'one-run', 'two-fresh-maps', 'two-shared-maps'].map((scenario) => ({
    scenario,
    variant: 'E',
    against: 'D',
  })),
  /** From nanoseconds and figures by scenario and variant: what was to be reached, and what was. */
  targets(ns, figure) {
    const scenarios = ['one-duplicates', 'one-run', 'two-fresh-maps', 'two-shared-maps']
    return [
      ...scenarios.map((name) => ({ target: `E / D, ${name}`, limit: 1.6, reached: ns(name, 'E') / ns(name, 'D') })),
      ...['one-nesting', 'one-deep-nesting'].map((name) => ({
        target: `E / D, ${name}`,
        limit: 1,
        reached: ns(name, 'E') / ns(name, 'D'),
      })),
      ...scenarios.map((name) => ({
        target: `E / TraceMOP, ${name}`,
        limit: Number((1 / 1.9).toFixed(3)),
        reached: ns(name, 'E') / ns(name, 'tracemop'),
      })),
      { target: 'bytes per trie node, a million nodes', limit: 60, reached: figure('store', 'E', bytes) },
      {
        target: 'bytes per trie node, E / TraceMOP',
        limit: Number((1 / 1.6).toFixed(3)),
        reached: figure('store', 'E', bytes) / figure('store', 'tracemop', bytes),
      },
      {
        target: 'ms of a full garbage collection with a million nodes',
        limit: 16,
        reached: figure('store', 'E', 'ms of a full garbage collection'),
      },
    ]
  },
}
