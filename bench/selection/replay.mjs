/**
 * `node bench/selection/replay.mjs <recorded folder …> --sample <policy> …`: replays event logs that `jsmop run --record`
 * wrote, once with all monitors and once under each policy, and prints what each policy kept: deterministic and quick, so
 * that policies can be compared on the events of real programs. Needs a build.
 *
 * Kept is the share of the unique traces (events with their places) of the full replay; redundant is the share of its
 * other traces that were still monitored. Objects live to the end of a replay, so times say nothing about collection.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createAlgorithmE } from '../../dist/src/engine/e/algorithm-e.js'
import { parseSample } from '../../dist/src/engine/select/sample.js'
import { Sampler, selectively } from '../../dist/src/engine/select/selective-monitoring.js'
import { readCatalogue } from '../../dist/src/load/read-catalogue.js'
import { compileSpec } from '../../dist/src/spec/compile-spec.js'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', multiple: true, default: ['valg'] },
    verbose: { type: 'boolean', default: false },
  },
})

const catalogue = new Map((await readCatalogue()).map((definition) => [definition.id, definition]))

/** The logs below a folder, by spec. */
function logsIn(folder) {
  const logs = []
  for (const name of readdirSync(folder).sort()) {
    const file = path.join(folder, name)
    if (statSync(file).isDirectory()) logs.push(...logsIn(file))
    else if (name.endsWith('.jsonl')) logs.push(file)
  }
  return logs
}

/** A log as numbers: events with their site, test and values. */
function readLog(file) {
  const [header, ...lines] = readFileSync(file, 'utf8').split('\n')
  const { spec: id } = JSON.parse(header)
  const definition = catalogue.get(id)
  if (definition === undefined) return undefined
  const spec = compileSpec(definition)
  const events = new Map(spec.events.map(({ name }, event) => [name, event]))
  const numbers =
    (known = new Map([[undefined, 0]])) =>
    (key) => {
      let number = known.get(key)
      if (number === undefined) known.set(key, (number = known.size))
      return number
    }
  const siteOf = numbers()
  const testOf = numbers()
  const entries = []
  for (const line of lines) {
    if (line === '') continue
    const { event, params, site, test, size } = JSON.parse(line)
    // The death of an object.
    if (event === undefined) continue
    entries.push({
      event: events.get(event),
      site: siteOf(site),
      test: testOf(test === undefined ? undefined : JSON.stringify(test)),
      size,
      values: spec.parameters.map(({ name }) => params[name]),
    })
  }
  return { spec, entries }
}

class Named {
  size = -1
}

function replay({ spec, entries }, sample) {
  const violations = new Set()
  const sink = ({ category, event, site, creationSite }) =>
    violations.add(`${spec.id} ${category} ${spec.events[event].blame === 'creation' ? creationSite : site}`)
  const sampler =
    sample === undefined ? undefined : new Sampler(sample, { namePlace: String, sizeOf: ({ size }) => size })
  const algorithm = sampler === undefined ? createAlgorithmE : selectively(createAlgorithmE, sampler)
  const begin = process.cpuUsage()
  const monitoring = algorithm(spec, { sink, onFault: () => {}, traces: true })
  const objects = new Map()
  const objectOf = (name) => {
    let object = objects.get(name)
    if (object === undefined) objects.set(name, (object = new Named()))
    return object
  }
  const isObject = spec.parameters.map(({ kind }) => kind === 'object')
  const signallers = spec.events.map(
    (_, event) => monitoring.signaller?.(event) ?? ((...rest) => monitoring.signal(event, ...rest)),
  )
  let current = 0
  for (const { event, site, test, size, values } of entries) {
    if (test !== current) {
      if (current !== 0) sampler?.endTraces()
      current = test
    }
    const [a, b, c, d] = values.map((value, p) => (value !== undefined && isObject[p] ? objectOf(value) : value))
    if (size !== undefined) a.size = size
    signallers[event](site, a, b, c, d)
  }
  monitoring.finish()
  const { user } = process.cpuUsage(begin)
  const traces = new Map()
  monitoring.traces?.each((node, count) => {
    traces.set(
      monitoring.traces
        .steps(node)
        .map(({ event, site, times }) => `${event}@${site}x${times}`)
        .join(' '),
      count,
    )
  })
  return { violations, traces, monitors: monitoring.statistics().monitors, user, sampler }
}

const percent = (part, whole) => (whole === 0 ? '100.0 %' : `${((100 * part) / whole).toFixed(1)} %`)
const policies = options.sample.map((text) => ({ text, sample: parseSample(text), rows: [] }))
for (const folder of positionals) {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}`)
  const logs = logsIn(folder)
    .map(readLog)
    .filter((log) => log !== undefined)
  const whole = { unique: 0, total: 0, broken: 0 }
  const outcomes = policies.map(() => ({ kept: 0, redundant: 0, violations: 0 }))
  for (const log of logs) {
    const full = replay(log, undefined)
    whole.unique += full.traces.size
    whole.total += full.monitors
    whole.broken += full.violations.size
    policies.forEach(({ sample, text }, i) => {
      const some = replay(log, sample)
      const kept = [...some.traces.keys()].filter((trace) => full.traces.has(trace)).length
      outcomes[i].kept += kept
      outcomes[i].redundant += some.monitors - kept
      outcomes[i].violations += [...full.violations].filter((violation) => some.violations.has(violation)).length
      if (options.verbose && kept < full.traces.size) {
        console.log(
          `  ${text} ${log.spec.id}: ${kept} of ${full.traces.size}, ${some.monitors} of ${full.monitors} monitors`,
        )
        const missed = new Map()
        for (const trace of full.traces.keys())
          if (!some.traces.has(trace)) {
            const at = trace.split(' ')[0]
            missed.set(at, (missed.get(at) ?? 0) + 1)
          }
        const of = (at) =>
          [...full.traces].filter(([trace]) => trace.split(' ')[0] === at || trace.startsWith(at + ' '))
        for (const [at, n] of [...missed].sort((a, b) => b[1] - a[1]).slice(0, 6)) {
          const all = of(at)
          const place = some.sampler.selections[0]?.places.find(({ site }) => `0@${site}x1` === at)
          console.log(
            `    place ${at}: missed ${n} of ${all.length}, ${all.reduce((s, [, c]) => s + c, 0)} traces`,
            place && `created ${place.created} skipped ${place.skipped}`,
          )
        }
      }
    })
  }
  policies.forEach(({ rows }, i) => rows.push({ folder, ...whole, ...outcomes[i] }))
}
for (const { text, rows } of policies) {
  console.log(`\n${text}`)
  for (const row of rows)
    console.log(
      `  ${path.basename(row.folder).padEnd(16)} unique ${String(row.unique).padStart(6)} kept ${percent(row.kept, row.unique).padStart(8)}` +
        `  redundant ${percent(row.redundant, row.total - row.unique).padStart(8)} of ${row.total - row.unique}  violations ${row.violations}/${row.broken}`,
    )
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
  const mean = rows.reduce((total, row) => total + (row.unique === 0 ? 1 : row.kept / row.unique), 0) / rows.length
  console.log(
    `  all: mean kept ${(mean * 100).toFixed(1)} %, total kept ${percent(sum('kept'), sum('unique'))}, redundant monitored ${percent(sum('redundant'), sum('total') - sum('unique'))}`,
  )
}
