/**
 * `npm run evaluate:evolution`: safety of evolution-aware monitoring on real histories. Between consecutive versions of
 * packages a violation is seeded into a random function that the change affects; full monitoring must find it, and then
 * every variant is asked. The safe ones must find all; what another misses must follow from its definition.
 *
 *     --seeds <n>     seeds to reach (100)        --out <dir>     where packages are unpacked
 *     --random <n>    the seed of the choices     --record        keep the result in docs/evaluation
 *     --minutes <n>   end after this time, with the seeds that there are
 *     --subject <name> only this package; repeatable
 *
 * Attempts are kept in `journal-<random>.jsonl` of the folder; started again, it goes on where it was.
 */

import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { version } from '../../dist/src/cli/version.js'
import { evaluateSeed } from './evaluate-seed.mjs'
import { renderSeeds } from './render-seeds.mjs'
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

/** The same choices for the same seed (mulberry32), begun anew for each attempt. */
function picker(text) {
  let state = Number(values.random)
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0), 0x01000193)
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return (list) => list[Math.floor(random() * list.length)]
}

/** Unpacks all versions of a subject and installs what they need. */
function prepare({ name, versions, install }) {
  const home = path.resolve(values.out, name)
  mkdirSync(home, { recursive: true })
  if (!existsSync(path.join(home, 'node_modules'))) {
    writeFileSync(path.join(home, 'package.json'), '{}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...install], { cwd: home, stdio: 'inherit' })
  }
  for (const one of versions) {
    const folder = path.join(home, 'versions', one)
    if (existsSync(folder)) continue
    mkdirSync(folder, { recursive: true })
    const archive = execFileSync('npm', ['pack', '--silent', `${name}@${one}`], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
    execFileSync('tar', ['xf', archive, '--strip-components=1'], { cwd: folder, stdio: 'ignore' })
    rmSync(path.join(folder, archive))
  }
  return home
}

/** Attempts between two versions that may come to nothing before the pair is given up. */
const patience = 4

function count(pair, { seed, final }) {
  pair.attempts += 1
  if (seed === undefined) pair.failed += final ? patience : 1
}

const homes = new Map(
  subjects
    .filter(({ name }) => values.subject?.includes(name) ?? true)
    .map((subject) => [subject.name, { ...subject, home: prepare(subject) }]),
)
const pairs = [...homes.values()].flatMap(({ name, versions }) =>
  versions.slice(1).map((to, i) => ({ subject: name, from: versions[i], to, attempts: 0, failed: 0 })),
)
const journal = path.join(values.out, `journal-${values.random}.jsonl`)
const attempts = existsSync(journal)
  ? readFileSync(journal, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  : []
for (const attempt of attempts) {
  const { subject, from, to } = attempt
  const pair = pairs.find((one) => one.subject === subject && one.from === from && one.to === to)
  if (pair !== undefined) count(pair, attempt)
}
const counted = () => attempts.filter(({ subject, seed }) => seed !== undefined && homes.has(subject))
const wanted = Number(values.seeds)
const end = performance.now() + 60_000 * Number(values.minutes)
const isOver = () => counted().length >= wanted || performance.now() > end
while (!isOver() && pairs.some(({ failed }) => failed < patience)) {
  const fewest = Math.min(...pairs.filter(({ failed }) => failed < patience).map((pair) => pair.attempts))
  for (const pair of pairs) {
    if (isOver() || pair.failed >= patience || pair.attempts > fewest) continue
    const { subject, from, to } = pair
    const { home, command } = homes.get(subject)
    const pick = picker(`${subject} ${from} ${to} ${pair.attempts}`)
    const outcome = evaluateSeed({ home, command, from, to, pick })
    count(pair, outcome)
    attempts.push({ subject, from, to, ...outcome })
    appendFileSync(journal, `${JSON.stringify(attempts.at(-1))}\n`)
    const said = outcome.why ?? `${outcome.seed.spec} in ${outcome.seed.module}`
    process.stderr.write(`${counted().length} seeds of ${attempts.length} tried: ${subject} ${from} → ${to}: ${said}\n`)
  }
}

const seeds = counted()
const record = {
  date: new Date().toISOString().slice(0, 10),
  jsmop: version(),
  node: process.version.slice(1),
  machine: `${platform()} ${arch()}, ${cpus().length} × ${cpus()[0].model.trim()}`,
  random: Number(values.random),
  tried: attempts.length,
  seeds,
}
if (seeds.length > 0) {
  const page = renderSeeds(record)
  console.log(page)
  if (values.record) {
    const folder = fileURLToPath(new URL('../../docs/evaluation/', import.meta.url))
    writeFileSync(path.join(folder, 'seeds.json'), `${JSON.stringify(record)}\n`)
    writeFileSync(path.join(folder, 'seeds.md'), page)
  }
}
const isMissed = ({ variants }) =>
  ['ps1', 'ps1c'].some((name) => variants[name].fate !== 'found') ||
  Object.values(variants).some(({ fate }) => fate === 'unexplained')
process.exitCode = seeds.length < wanted || seeds.some(isMissed) ? 1 : 0
