/**
 * What monitoring costs on test suites of real projects that keep a processor busy: processor time of the whole command,
 * `jsmop` itself and its report included, with warm caches and every spec of the catalogue, against the plain command.
 * `--rounds` are pairs. Shorter suites are measured by studies: there the start of processes counts, not what they do.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const variants = ['plain', 'monitored']
/** One process each that computes for several seconds, nearly all of it in its own code. */
const suites = ['bn.js', 'compressjs', 'crypto-browserify', 'hyperid', 'sha.js']

export const bench = {
  name: 'suites',
  program: path.join(path.dirname(fileURLToPath(import.meta.url)), 'workloads.ts'),
  unit: 'run of the suite',
  effort: 1,
  limit: 600_000,
  baseline: 'plain',
  note: 'Times are processor time of all processes of the command.',
  scenarios: suites.map((name) => ({ name, title: name, variants })),
  /** By pairs, as in the table: the machine's speed drifts more from round to round than monitoring takes. */
  targets(_ns, _figure, paired) {
    return suites.map((name) => ({
      target: `${name}: monitored / plain`,
      limit: 1.05,
      reached: paired(name, 'monitored'),
    }))
  },
}
