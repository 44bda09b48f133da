/**
 * `npm run bench [-- <name> …] [--rounds n] [--instructions] [--record]`: runs `bench/<name>/<name>.bench.mjs`, all of them
 * without a name, and prints tables. `--record` also writes `bench/record/<date>-<name>.json` and the tables in
 * `docs/benchmarks.md`. `--instructions` counts instructions (valgrind) instead of time: slow, but it repeats.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from './support/bundle.mjs'
import { countInstructions, measure } from './support/measure.mjs'
import { instructionsTable, targetsTable, timesTable } from './support/tables.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
const root = path.dirname(here)

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    instructions: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
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
    console.log(instructionsTable(countAll(bench, program)))
    continue
  }
  const begin = Date.now()
  const results = measure(program, bench.scenarios, {
    rounds: Number(options.rounds),
    effort: bench.effort,
    onProgress: progress,
  })
  progress('')
  const ns = (scenario, variant) =>
    results.find((each) => each.scenario === scenario).results.find((each) => each.variant === variant).ns
  const record = {
    schema: 1,
    bench: bench.name,
    unit: bench.unit ?? 'event',
    note: bench.note ?? '',
    machine: machine(),
    rounds: Number(options.rounds),
    seconds: Math.round((Date.now() - begin) / 1000),
    results,
    targets: bench.targets(ns),
  }
  const tables = [timesTable(record), targetsTable(record)]
  console.log(tables.join('\n\n'))
  if (options.record) keep(bench, record, tables)
}

/** Instructions per event, from the difference between an effort and a quarter of it: start-up and warm-up fall out. */
function countAll(bench, program) {
  return bench.scenarios.map(({ name, title, variants }) => ({
    title,
    results: variants
      .filter((variant) => ['none', 'hand', 'D'].includes(variant))
      .map((variant) => {
        progress(`${name} ${variant}`)
        const more = countInstructions(program, name, variant, bench.effort)
        const less = countInstructions(program, name, variant, bench.effort / 4)
        const events = more.events - less.events
        return { variant, perEvent: events === 0 ? undefined : (more.instructions - less.instructions) / events }
      }),
  }))
}

function keep(bench, record, tables) {
  mkdirSync(path.join(here, 'record'), { recursive: true })
  const file = path.join(here, 'record', `${record.machine.date}-${bench.name}.json`)
  writeFileSync(file, `${JSON.stringify(record, undefined, 2)}\n`)
  const document = path.join(root, 'docs', 'benchmarks.md')
  const text = existsSync(document)
    ? readFileSync(document, 'utf8')
    : '# Benchmarks\n\nWritten by `npm run bench -- --record`; the records it is made from are in `bench/record/`.\n'
  const section = `<!-- ${bench.name} -->\n## ${bench.name}\n\n${tables.join('\n\n')}\n<!-- /${bench.name} -->`
  const old = new RegExp(`<!-- ${bench.name} -->[^]*<!-- /${bench.name} -->`)
  writeFileSync(document, old.test(text) ? text.replace(old, () => section) : `${text}\n${section}\n`)
}
