/**
 * What monitored calls cost a program that does little else: 5 million calls of `Map.prototype.set` and `Set.prototype.add`
 * under two specs, with loops over the maps in between. `hand` is what someone would write for these two rules alone:
 * wrappers on the methods, states in private fields, loops rewritten. `stacks` is the patch strategy on a fiftieth of the
 * calls, since it looks at the stack of each.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const bench = {
  name: 'calls',
  unit: 'call',
  program: path.join(path.dirname(fileURLToPath(import.meta.url)), 'workloads.ts'),
  effort: 5_000_000,
  scenarios: [
    { name: 'calls', title: 'a monitored call', variants: ['none', 'hand', 'hybrid', 'weave'] },
    {
      name: 'others',
      title: 'a woven call of a method of that name on another object',
      variants: ['none', 'hybrid', 'weave'],
    },
    {
      name: 'callbacks',
      title: 'a call of `some` with an arrow function, where a spec asks for async ones',
      variants: ['none', 'hybrid', 'weave', 'patch'],
    },
    { name: 'conditions', title: 'the same, where the spec has a condition instead', variants: ['none', 'hybrid'] },
    { name: 'stacks', title: 'a monitored call under the patch strategy', variants: ['none', 'patch'] },
  ],
  targets(ns) {
    return [
      { target: 'hybrid ÷ plain', limit: 1.6, reached: ns('calls', 'hybrid') / ns('calls', 'none') },
      { target: 'wrappers by hand ÷ plain', limit: 1.6, reached: ns('calls', 'hand') / ns('calls', 'none') },
      {
        target: 'ns added to a call that meets nothing monitored',
        limit: 2,
        reached: ns('others', 'hybrid') - ns('others', 'none'),
      },
      {
        target: 'ns added to a call with a callback that no spec asks for',
        limit: 30,
        reached: ns('callbacks', 'hybrid') - ns('callbacks', 'none'),
      },
    ]
  },
}
