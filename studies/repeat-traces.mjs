/**
 * `node studies/repeat-traces.mjs [--runs 5] [--preset all] -- <command …>`: whether a program has the same traces each time.
 *
 * Runs a command several times under algorithm D with traces and as often under E, in turn, in the current folder, with the
 * built command line of this package. What is compared are the unique traces of all specs, as specs, events and places. A
 * program is deterministic, as far as its traces go, if all runs of one configuration have the same; where they do not, a
 * difference between D and E says nothing by itself, and those traces that every run of a configuration has are compared.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const own = process.argv.slice(2)
const split = own.indexOf('--')
const command = split === -1 ? [] : own.slice(split + 1)
const { values } = parseArgs({
  args: split === -1 ? own : own.slice(0, split),
  options: { runs: { type: 'string', default: '5' }, preset: { type: 'string', default: 'all' } },
})
if (command.length === 0) {
  console.error('Say which command to repeat: node studies/repeat-traces.mjs [--runs 5] [--preset all] -- <command …>')
  process.exit(64)
}

const main = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'dist/src/cli/main.js')
const configurations = { 'D with traces': ['--algo', 'D', '--traces'], E: ['--algo', 'E'] }

/** Runs whose command failed: a test that depends on time fails on a busy machine. Their traces count all the same. */
let failures = 0

/** The unique traces of one run, as texts. */
function tracesOf(options) {
  const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-repeat-'))
  try {
    const args = [
      main,
      'run',
      ...options,
      '--preset',
      values.preset,
      '--fail-on',
      'never',
      '--out',
      folder,
      '--',
      ...command,
    ]
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 })
    if (status === null || status === 64 || status === 70) throw new Error(`No traces:\n${stderr.slice(-2000)}`)
    if (status !== 0) failures++
    const lines = readFileSync(path.join(folder, 'traces.jsonl'), 'utf8').trim().split('\n')
    const [{ sites }, ...traces] = lines.map((line) => JSON.parse(line))
    return new Set(
      traces.map(({ spec, events }) =>
        JSON.stringify([spec, ...events.map(([name, site, times]) => [name, sites[site]?.join(':') ?? '', times])]),
      ),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const inAll = (sets) => new Set([...sets[0]].filter((trace) => sets.every((set) => set.has(trace))))
const inAny = (sets) => new Set(sets.flatMap((set) => [...set]))
const without = (set, other) => [...set].filter((trace) => !other.has(trace))

const found = Object.fromEntries(Object.keys(configurations).map((name) => [name, []]))
// The first run fills the caches of the command, and its own traces may be others for that: it does not count.
tracesOf(configurations.E)
failures = 0
for (let run = 0; run < Number(values.runs); run++)
  for (const [name, options] of Object.entries(configurations)) found[name].push(tracesOf(options))

console.log('| configuration | unique traces, run by run | in every run | in some runs only | by spec |')
console.log('|---|---|---|---|---|')
for (const [name, sets] of Object.entries(found)) {
  const stray = without(inAny(sets), inAll(sets))
  const specs = new Map()
  for (const trace of stray) specs.set(JSON.parse(trace)[0], (specs.get(JSON.parse(trace)[0]) ?? 0) + 1)
  const bySpec = [...specs].map(([spec, count]) => `${spec} ${count}`).join(', ')
  console.log(
    `| ${name} | ${sets.map((set) => set.size).join(', ')} | ${inAll(sets).size} | ${stray.length} | ${bySpec} |`,
  )
}

const [d, e] = Object.values(found)
const onlyD = without(inAll(d), inAny(e))
const onlyE = without(inAll(e), inAny(d))
console.log(
  `\nIn every run of D with traces and in none of E: ${onlyD.length}. In every run of E and in none of D: ${onlyE.length}.`,
)
if (failures > 0) console.log(`The command failed in ${failures} of ${2 * Number(values.runs)} runs.`)
for (const trace of [...onlyD, ...onlyE].slice(0, 10)) console.log(`  ${trace}`)
if (onlyD.length + onlyE.length > 0) process.exitCode = 1
