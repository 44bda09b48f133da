/**
 * `npm run bench [-- <name> …] [--rounds n] [--instructions] [--record] [--gate]`: runs `bench/<name>/<name>.bench.mjs`, all
 * of them without a name, and prints tables. `--record` also writes `bench/record/<date>-<name>.json` and the tables in
 * `docs/benchmarks.md`. `--instructions` counts instructions (valgrind) instead of time: slow, but it repeats; its record is
 * `bench/record/<date>-<name>-instructions.json`. `--gate` compares with the last record instead, and fails if something
 * has become worse (`support/gate.mjs`).
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from './support/bundle.mjs'
import { compareInstructions, compareRatios, judge } from './support/gate.mjs'
import { countInstructions, measure } from './support/measure.mjs'
import { figuresTable, instructionsTable, targetsTable, timesTable } from './support/tables.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
const root = path.dirname(here)

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    instructions: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
  },
})

const found = readdirSync(here)
  .map((name) => path.join(here, name, `${name}.bench.mjs`))
  .filter((file) => existsSync(file))
const benches = await Promise.all(found.map(async (file) => (await import(pathToFileURL(file).href)).bench))
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name))
if (unknown.length > 0 || benches.length === 0) {
  console.error(`No bench ${unknown.join(', ')}. There are: ${benches.map(({ name }) => name).join(', ') || 'none'}.`)
  process.exit(64)
}

function machine() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    v8: process.versions.v8,
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.cpus().length,
    platform: `${os.platform()} ${os.arch()}`,
    commit: `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', 'src') === '' ? '' : ' and changes'}`,
  }
}

const progress = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`)

for (const bench of benches) {
  if (positionals.length > 0 && !positionals.includes(bench.name)) continue
  const program = await bundle(bench.program)
  if (options.instructions) {
    if (bench.counted === undefined) {
      console.log(`The bench ${bench.name} has nothing that repeats to the instruction: none are counted.`)
      if (options.gate && positionals.length > 0) process.exitCode = 1
      continue
    }
    const last = lastRecord(`${bench.name}-instructions`)
    if (options.gate && last?.node !== process.version) {
      pass([])
      continue
    }
    const rows = await countAll(bench, program, options.gate ? ['D'] : ['hand', 'D']).catch((error) => {
      console.error(error.message)
      process.exit(1)
    })
    progress('')
    console.log(instructionsTable(rows))
    const counts = rows.flatMap(({ name, results }) => results.map((each) => ({ scenario: name, ...each })))
    const record = { schema: 1, bench: bench.name, machine: machine(), node: process.version, counts }
    if (options.gate) pass(compareInstructions(last, record))
    else if (options.record) write(`${bench.name}-instructions`, record)
    continue
  }
  const gates = bench.gates ?? []
  if (options.gate && gates.length === 0) continue
  const gated = new Set(gates.map(({ scenario }) => scenario))
  const begin = Date.now()
  const scenarios = options.gate
    ? bench.scenarios.filter(({ name }) => gated.has(name)).map((each) => onlyGated(each, gates))
    : bench.scenarios
  const results = measure(program, scenarios, {
    rounds: Number(options.rounds),
    effort: bench.effort,
    limit: bench.limit,
    baseline: bench.baseline,
    onProgress: progress,
  })
  progress('')
  if (options.gate) {
    pass(compareRatios(gates, lastRecord(bench.name)?.results ?? [], results))
    continue
  }
  const resultOf = (scenario, variant) =>
    results.find((each) => each.scenario === scenario).results.find((each) => each.variant === variant)
  const ns = (scenario, variant) => resultOf(scenario, variant).ns
  const figure = (scenario, variant, name) => resultOf(scenario, variant).figures[name]
  const paired = (scenario, variant) => resultOf(scenario, variant).againstHand.ratio
  const record = {
    schema: 1,
    bench: bench.name,
    unit: bench.unit ?? 'event',
    note: bench.note ?? '',
    baseline: bench.baseline ?? 'hand',
    machine: machine(),
    rounds: Number(options.rounds),
    seconds: Math.round((Date.now() - begin) / 1000),
    results,
    targets: bench.targets(ns, figure, paired),
  }
  const tables = [timesTable(record), figuresTable(record), targetsTable(record)].filter((each) => each !== undefined)
  console.log(tables.join('\n\n'))
  if (options.record) keep(bench, record, tables)
}

/** A scenario with the variants that its gates speak of. */
function onlyGated(scenario, gates) {
  const wanted = gates.filter((gate) => gate.scenario === scenario.name)
  return { ...scenario, variants: [...new Set(wanted.flatMap(({ variant, against }) => [against, variant]))] }
}

function pass(comparisons) {
  const { passed, text } = judge(comparisons)
  console.log(text)
  if (!passed) process.exitCode = 1
}

/** The record of the last date, or undefined. */
function lastRecord(name) {
  const folder = path.join(here, 'record')
  const file = readdirSync(folder)
    .filter((each) => each.slice('0000-00-00-'.length) === `${name}.json`)
    .sort()
    .at(-1)
  return file === undefined ? undefined : JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
}

/**
 * Instructions per event, from the difference between an effort and a quarter of it: start-up and warm-up fall out. As many
 * at a time as there are processors, which does not change the counts.
 */
async function countAll({ scenarios, counted }, program, variants) {
  const rows = scenarios
    .filter(({ name }) => counted.scenarios.includes(name))
    .map(({ name, title, variants: own }) => ({
      name,
      title,
      results: variants.filter((variant) => own.includes(variant)).map((variant) => ({ variant, perEvent: NaN })),
    }))
  const waiting = rows.flatMap(({ name, results }) => results.map((result) => ({ name, result })))
  const work = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const { name, result } = task
      progress(`${name} ${result.variant}`)
      const more = await countInstructions(program, name, result.variant, counted.effort)
      const less = await countInstructions(program, name, result.variant, counted.effort / 4)
      result.perEvent = (more.instructions - less.instructions) / (more.events - less.events)
    }
  }
  await Promise.all(Array.from({ length: os.availableParallelism() }, work))
  return rows
}

function write(name, record) {
  mkdirSync(path.join(here, 'record'), { recursive: true })
  const file = path.join(here, 'record', `${record.machine.date}-${name}.json`)
  writeFileSync(file, `${JSON.stringify(record, undefined, 2)}\n`)
}

function keep(bench, record, tables) {
  write(bench.name, record)
  const document = path.join(root, 'docs', 'benchmarks.md')
  const text = existsSync(document)
    ? readFileSync(document, 'utf8')
    : '# Benchmarks\n\nWritten by `npm run bench -- --record`; the records it is made from are in `bench/record/`.\n'
  const section = `<!-- ${bench.name} -->\n## ${bench.name}\n\n${tables.join('\n\n')}\n<!-- /${bench.name} -->`
  const old = new RegExp(`<!-- ${bench.name} -->[^]*<!-- /${bench.name} -->`)
  writeFileSync(document, old.test(text) ? text.replace(old, () => section) : `${text}\n${section}\n`)
}
