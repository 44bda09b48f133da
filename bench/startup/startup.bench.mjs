/**
 * What a monitored process costs before the program's first line and after its last, with warm caches: processor time of
 * whole processes, threads included. `all` selects every spec of the catalogue, `more` adds made-up ones up to 200, because
 * a process must not pay for specs that it sees no events of. `none` is plain Node.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const variants = ['none', 'all', 'more']

export const bench = {
  name: 'startup',
  program: path.join(path.dirname(fileURLToPath(import.meta.url)), 'workloads.ts'),
  unit: 'process',
  effort: 16,
  note: 'Times are processor time of whole processes, children of the one that measures.',
  scenarios: [
    { name: 'cjs', title: 'a CommonJS program that does nothing', variants },
    { name: 'cjs-events', title: 'a CommonJS program with the first events of a spec', variants },
    { name: 'esm', title: 'an ES module that imports one of Node', variants },
    {
      name: 'command',
      title: 'the same first events, by the command line, which is counted',
      variants: ['none', 'all'],
    },
  ],
  targets(ns) {
    const added = (scenario, variant) => (ns(scenario, variant) - ns(scenario, 'none')) / 1e6
    const hooksThread = Number.parseInt(process.versions.node, 10) < 22
    return [
      { target: 'ms added to a CommonJS program, catalogue', limit: 30, reached: added('cjs', 'all') },
      { target: 'ms added to a CommonJS program, 200 specs', limit: 30, reached: added('cjs', 'more') },
      { target: 'ms added to an ES module, catalogue', limit: hooksThread ? 90 : 30, reached: added('esm', 'all') },
      { target: 'ms added to an ES module, 200 specs', limit: hooksThread ? 90 : 30, reached: added('esm', 'more') },
      { target: 'ms added to a command of one process', limit: 150, reached: added('command', 'all') },
    ]
  },
}
