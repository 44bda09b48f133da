/**
 * What the engine costs per event: algorithms B, C, C+ and D against a hand-written monitor of the same spec and against
 * the loop alone. The work itself is in `workloads.ts`; what must be reached stands here.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const all = ['none', 'hand', 'D', 'C+', 'C', 'B']
const quick = ['none', 'hand', 'D']
const alone = ['none', 'D']

export const bench = {
  name: 'engine',
  program: path.join(path.dirname(fileURLToPath(import.meta.url)), 'workloads.ts'),
  effort: 200_000,
  note:
    '`none` is the loop without monitoring, `hand` a monitor written by hand for just this spec, with the same reports and counts. ' +
    'B, C and C+ take longer with each instance there is: theirs are the first thousand events. ' +
    'Of what 100 specs cost on each of 1,000 objects, most is a call for each spec that V8 no longer inlines, and the cache misses of ' +
    'what each spec has of its own (counts, table).',
  scenarios: [
    { name: 'one-hot', title: 'one parameter, one hot object', variants: all },
    { name: 'one-churn', title: 'one parameter, objects of four events', variants: all },
    { name: 'one-end', title: 'one parameter, judged at the end, objects of two events', variants: all },
    { name: 'one-live-1000', title: 'one parameter, 1,000 live monitors in order', variants: quick },
    { name: 'one-live-1000000', title: 'one parameter, 1,000,000 live monitors in order', variants: quick },
    { name: 'two-many-maps', title: 'map × iterator, 10,000 maps', variants: all },
    { name: 'two-hot-50000', title: 'map × iterator, 10 hot maps, 50,000 iterators', variants: all },
    { name: 'two-hot-1000000', title: 'map × iterator, 10 hot maps, 1,000,000 iterators', variants: quick },
    { name: 'broadcast-1000', title: 'change of a map with 1,000 live iterators', variants: all },
    { name: 'broadcast-1000000', title: 'change of a map with 1,000,000 live iterators', variants: quick },
    { name: 'three', title: 'map × view × iterator', variants: all },
    { name: 'specs-1', title: 'one spec wants the event', variants: alone },
    { name: 'specs-20', title: '20 specs want the event', variants: alone },
    { name: 'specs-100', title: '100 specs want the event', variants: alone },
    { name: 'unwanted-99', title: 'one spec wants the event, 99 others do not', variants: alone },
  ],
  /** What must not become worse: ratios of time, and instructions. */
  gates: [
    ...['one-hot', 'one-churn', 'one-live-1000', 'one-live-1000000', 'two-many-maps', 'two-hot-50000', 'three'].map(
      (scenario) => ({ scenario, variant: 'D', against: 'hand' }),
    ),
    ...['broadcast-1000', 'broadcast-1000000'].map((scenario) => ({ scenario, variant: 'D', against: 'hand' })),
    ...['specs-1', 'specs-20', 'unwanted-99'].map((scenario) => ({ scenario, variant: 'D', against: 'none' })),
  ],
  counted: {
    effort: 1_000_000,
    scenarios: ['one-hot', 'one-churn', 'two-many-maps', 'broadcast-1000', 'three', 'specs-20'],
  },
  /** From nanoseconds by scenario and variant: what was to be reached, and what was. */
  targets(ns) {
    const net = (scenario) => ns(scenario, 'D') - ns(scenario, 'none')
    const ratio = (scenario) => ns(scenario, 'D') / ns(scenario, 'hand')
    return [
      { target: 'D / hand-written, one parameter, hot object', limit: 2, reached: ratio('one-hot') },
      { target: 'D / hand-written, one parameter, churn', limit: 2, reached: ratio('one-churn') },
      { target: 'D / hand-written, two parameters, many maps', limit: 3, reached: ratio('two-many-maps') },
      { target: 'D / hand-written, two parameters, hot maps', limit: 3, reached: ratio('two-hot-1000000') },
      {
        target: '1,000,000 / 1,000 live monitors, net of a field access',
        limit: 2,
        reached: net('one-live-1000000') / net('one-live-1000'),
      },
      {
        target: 'broadcast to 1,000,000 / to 1,000 monitors',
        limit: 1.3,
        reached: ns('broadcast-1000000', 'D') / ns('broadcast-1000', 'D'),
      },
      { target: '99 unwanted specs / none', limit: 1.2, reached: ns('unwanted-99', 'D') / ns('specs-1', 'D') },
      { target: '100 specs / 100 × one spec', limit: 2, reached: net('specs-100') / (100 * net('specs-1')) },
    ]
  },
}
