/**
 * `npm run evaluate:evolution`: safety of evolution-aware monitoring on real histories. Between consecutive versions of
 * packages a violation is seeded into a random function that the change affects; full monitoring must find it, and then
 * every variant is asked. The safe ones must find all; what another misses must follow from its definition: the spec was
 * not selected, or the module was not woven.
 *
 *     --seeds <n>     seeds to reach (100)        --out <dir>     where packages are unpacked
 *     --random <n>    the seed of the choices     --record        keep the numbers in bench/record
 *     --minutes <n>   end after this time, with the seeds that there are
 *     --subject <name> only this package; repeatable
 */

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { changedNodes, decide } from '../../dist/src/evolve/decide.js'
import { looksLikeTest } from '../../dist/src/evolve/project-files.js'
import { ProjectSnapshot } from '../../dist/src/evolve/project-snapshot.js'
import { signalWordsOf, vocabularyOf } from '../../dist/src/evolve/signal-words.js'
import { affectedBy, variantNames, variantOf } from '../../dist/src/evolve/variant.js'
import { isToolPackage } from '../../dist/src/load/own-code.js'
import { readCatalogue } from '../../dist/src/load/read-catalogue.js'
import { compileSpec } from '../../dist/src/spec/compile-spec.js'
import { makeSeed, seedSpecs } from './seed.mjs'
import { subjects } from './subjects.mjs'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    subject: { type: 'string', multiple: true },
    minutes: { type: 'string', default: '1000' },
    random: { type: 'string', default: '1' },
    out: { type: 'string', default: path.join(tmpdir(), 'jsmop-evolution') },
    record: { type: 'boolean', default: false },
  },
})
const root = fileURLToPath(new URL('../../', import.meta.url))
const main = path.join(root, 'dist/src/cli/main.js')

/** The same choices for the same seed (mulberry32). */
let state = Number(values.random)
function random() {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}
const pick = (list) => list[Math.floor(random() * list.length)]

const specs = (await readCatalogue())
  .filter(({ id }) => seedSpecs.includes(id))
  .map((spec) => signalWordsOf(compileSpec(spec)))
const vocabulary = vocabularyOf(specs)
const options = seedSpecs.flatMap((id) => ['--spec', id])

/** Unpacks all versions of a subject and installs what they need. */
function prepare({ name, versions, install }) {
  const home = path.join(values.out, name)
  mkdirSync(home, { recursive: true })
  if (!existsSync(path.join(home, 'node_modules'))) {
    writeFileSync(path.join(home, 'package.json'), '{}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...install], { cwd: home, stdio: 'inherit' })
  }
  for (const version of versions) {
    const folder = path.join(home, 'versions', version)
    if (existsSync(folder)) continue
    mkdirSync(folder, { recursive: true })
    const archive = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
    execFileSync('tar', ['xf', archive, '--strip-components=1'], { cwd: folder, stdio: 'ignore' })
    rmSync(path.join(folder, archive))
  }
  return home
}

function snapshotOf(folder, command) {
  return new ProjectSnapshot({ root: folder, command, vocabulary, known: undefined, isTool: isToolPackage })
}

/** Own sources that can be seeded. */
function sourcesOf(folder, snapshot) {
  const files = [...snapshot.modules.keys()].filter(
    (file) => file.endsWith('.js') && !looksLikeTest(file) && !/bench|example|dist\//.test(file),
  )
  return new Map(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]))
}

function fill(work, version, texts) {
  for (const name of readdirSync(work)) if (name !== '.jsmop') rmSync(path.join(work, name), { recursive: true })
  cpSync(version, work, { recursive: true })
  for (const [file, text] of texts) writeFileSync(path.join(work, file), text)
}

/** The result of a run, or undefined when the command failed. */
function monitor(work, command, extra) {
  const out = path.join(work, '.jsmop/evaluated')
  const ended = spawnSync(
    'node',
    [
      main,
      'run',
      ...options,
      '--since',
      'last',
      ...extra,
      '--fail-on',
      'never',
      '--reporter',
      'json',
      '--out',
      out,
      '--',
      ...command,
    ],
    {
      cwd: work,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'ignore'],
      timeout: 120_000,
    },
  )
  return ended.status === 0 ? JSON.parse(readFileSync(path.join(out, 'result.json'), 'utf8')) : undefined
}

const isSeed =
  ({ spec, module, line }) =>
  (violation) =>
    violation.spec === spec && violation.file === module && violation.line === line

const tally = Object.fromEntries(
  variantNames.map((name) => [
    name,
    { found: 0, notSelected: 0, notWoven: 0, unexplained: 0, falseAlarms: 0, specs: 0, affected: 0 },
  ]),
)
const perSubject = {}
let seeds = 0
let tried = 0
const wanted = Number(values.seeds)

/** Tries one seed between two versions; whether it counted. */
function evaluate(home, command, from, to) {
  const work = path.join(home, 'work')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work)
  const [first, second] = [from, to].map((version) => path.join(home, 'versions', version))
  fill(work, first, new Map())
  const old = snapshotOf(work, command)
  const before = sourcesOf(work, old)
  const sums = Object.fromEntries(old.checksums())
  fill(work, second, new Map())
  const plain = snapshotOf(work, command)
  const changed = changedNodes(sums, plain.checksums())
  const affected = affectedBy(changed, plain.graph, 'ps1')
  const seed = makeSeed({ before, after: sourcesOf(work, plain), changed, affected, graph: plain.graph, pick })
  if (seed === undefined) return false
  // The earlier version, seeded, is monitored in full and leaves the state.
  fill(work, first, seed.before)
  const earlier = monitor(work, command, [])
  if (earlier === undefined || earlier.violations.some(isSeed(seed))) return false
  const kept = readFileSync(path.join(work, '.jsmop/state.json'))
  const sleeping = Object.fromEntries(snapshotOf(work, command).checksums())
  // The later one too, which says what there is to find.
  rmSync(path.join(work, '.jsmop'), { recursive: true })
  fill(work, second, seed.after)
  const full = monitor(work, command, [])
  if (full === undefined || !full.violations.some(isSeed(seed))) return false
  const places = new Set(full.violations.map(({ spec, file, line }) => `${spec} ${file}:${line}`))
  const snapshot = snapshotOf(work, command)
  const delta = changedNodes(sleeping, snapshot.checksums())
  const outcomes = new Map()
  const counted = []
  for (const name of variantNames) {
    const variant = variantOf(name)
    const decision = decide({ snapshot, changed: delta, variant, specs, libraries: true })
    const key = JSON.stringify([decision.specs, decision.excluded, decision.libraries])
    let outcome = decision.kind === 'plain' ? [] : outcomes.get(key)
    if (outcome === undefined) {
      writeFileSync(path.join(work, '.jsmop/state.json'), kept)
      const result = monitor(work, command, ['--variant', name])
      if (result === undefined || result.evolution.decision === 'full') return false
      outcome = result.violations.filter((violation) => violation.new === true)
      outcomes.set(key, outcome)
    }
    const isFound = outcome.some(isSeed(seed))
    const fate = isFound
      ? 'found'
      : !decision.specs.includes(seed.spec)
        ? 'notSelected'
        : decision.excluded.includes(seed.module)
          ? 'notWoven'
          : 'unexplained'
    counted.push({
      name,
      fate,
      specs: decision.specs.length,
      affected: [...decision.affected].filter((node) => snapshot.modules.has(node)).length / snapshot.modules.size,
      falseAlarms: outcome.filter(({ spec, file, line }) => !places.has(`${spec} ${file}:${line}`)).length,
    })
  }
  // Only a seed that all variants were asked about counts.
  for (const { name, fate, ...numbers } of counted) {
    tally[name][fate] += 1
    for (const [key, value] of Object.entries(numbers)) tally[name][key] += value
  }
  return true
}

const chosen = subjects.filter(({ name }) => values.subject?.includes(name) ?? true)
const homes = chosen.map((subject) => ({ ...subject, home: prepare(subject) }))
const pairs = homes.flatMap(({ name, home, command, versions }) =>
  versions.slice(1).map((version, i) => ({ name, home, command, from: versions[i], to: version, failed: 0 })),
)
const end = performance.now() + 60_000 * Number(values.minutes)
while (seeds < wanted && performance.now() < end && pairs.some(({ failed }) => failed < 6)) {
  for (const pair of pairs) {
    if (seeds >= wanted || pair.failed >= 6 || performance.now() > end) continue
    tried += 1
    if (evaluate(pair.home, pair.command, pair.from, pair.to)) {
      seeds += 1
      perSubject[pair.name] = (perSubject[pair.name] ?? 0) + 1
      process.stderr.write(`${seeds} seeds of ${tried} tried: ${pair.name} ${pair.from} → ${pair.to}\n`)
    } else pair.failed += 1
  }
}

console.log(`${seeds} seeds that full monitoring finds (of ${tried} tried): ${JSON.stringify(perSubject)}\n`)
console.log(
  '| variant | found | spec not selected | module not woven | unexplained | false alarms | specs of 4 | modules affected |',
)
console.log('|---|---|---|---|---|---|---|---|')
for (const [
  name,
  { found, notSelected, notWoven, unexplained, falseAlarms, specs: selected, affected },
] of Object.entries(tally))
  console.log(
    `| ${name} | ${found} | ${notSelected} | ${notWoven} | ${unexplained} | ${falseAlarms} | ${(selected / seeds).toFixed(1)} | ${Math.round((100 * affected) / seeds)} % |`,
  )
if (values.record) {
  const record = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    random: Number(values.random),
    seeds,
    tried,
    perSubject,
    variants: tally,
  }
  writeFileSync(path.join(root, `bench/record/${record.date}-evolution.json`), `${JSON.stringify(record, null, 2)}\n`)
}
const missed =
  ['ps1', 'ps1c'].some((name) => tally[name].found < seeds) ||
  Object.values(tally).some(({ unexplained }) => unexplained > 0)
process.exitCode = missed || seeds === 0 ? 1 : 0
