/**
 * `npm run test:subjects [-- <name> …] [--strategy <s> …] [--folder <path> --test <command>] [--record]`: runs the tests of real
 * projects plain, twice, and then with every spec of the catalogue under each strategy, and compares: exit code, counts
 * of tests, the files left behind, standard output and standard error, byte for byte after the normalisation that
 * `src/study/read-output.ts` lists. Where two plain runs already differ, three more are made, and what they have in common is compared. Where a
 * monitored run differs, both are run again: a difference counts unless the plain command, under the same load, turns
 * out to fail at times or to vary in the same way. A project that fails plain is set aside, with the reason.
 *
 * Each strategy runs twice: with cold caches and every site verified, and then as users run it, for the times. Projects are
 * installed into a folder outside of this one (`JSMOP_SUBJECTS`, or the system's temporary folder). `--folder` runs a project
 * that is there already. `--record` writes `bench/record/<date>-subjects.json` and `docs/evaluation/transparency.md`; with
 * names, the rows of all other projects stay as the last record has them.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from '../../dist/src/study/describe-machine.js'
import { measureCommand } from '../../dist/src/study/measure-command.js'
import { findDifference, findFlakiness } from '../../dist/src/study/outcome.js'
import { prepareSubject, prepareSubjects } from '../../dist/src/study/prepare-subject.js'
import { countTests, normaliseOutput } from '../../dist/src/study/read-output.js'
import { subjects } from './subjects.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const command = path.join(root, 'dist/jsmop.cjs')
const home = process.env.JSMOP_SUBJECTS ?? path.join(os.tmpdir(), 'jsmop-subjects')
const limits = { seconds: 240, megabytes: 4000 }

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    strategy: { type: 'string', multiple: true, default: ['patch', 'weave', 'hybrid'] },
    folder: { type: 'string' },
    test: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
})

const scratch = mkdtempSync(path.join(os.tmpdir(), 'jsmop-subject-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`

/** Variables that say how tests are run here, and not how a project's are. */
function environment() {
  const env = { ...process.env, NO_COLOR: '1', CI: '1' }
  for (const name of Object.keys(env))
    if (/^(?:npm_|NODE_OPTIONS$|VITEST|FORCE_COLOR$|INIT_CWD$)/i.test(name)) delete env[name]
  return env
}

/** Runs the test command, by itself or as the command of `prefix`, with its own output apart from ours. */
async function run(folder, test, prefix = '') {
  const [stdout, stderr] = ['stdout', 'stderr'].map((name) => path.join(scratch, name))
  const inner = `( ${test} ) >${quoted(stdout)} 2>${quoted(stderr)}`
  const line = prefix === '' ? inner : `${prefix} bash -c ${quoted(inner)} >${quoted(`${stdout}-ours`)} 2>&1`
  const measured = await measureCommand(line, { cwd: folder, env: environment(), limits, scratch })
  const folders = [
    [folder, '<project>'],
    [scratch, '<scratch>'],
    [os.tmpdir(), '<tmp>'],
  ]
  const read = (file) => normaliseOutput(readFileSync(file, 'utf8'), folders)
  const outcome = { exitCode: measured.exitCode, stopped: measured.stopped, stdout: read(stdout), stderr: read(stderr) }
  const tests = countTests(`${outcome.stdout}\n${outcome.stderr}`)
  return { ...outcome, tests, files: digestFiles(folder), cpu: measured.cpuMs / 1000 }
}

/** What lies in a project's folder: the files of a snapshot, or whatever else its tests write and leave. */
function digestFiles(folder) {
  const hash = createHash('sha256')
  const visit = (place) => {
    for (const entry of readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inside = path.join(place, entry.name)
      if (entry.name === 'node_modules' || entry.name === '.jsmop') continue
      if (entry.isDirectory()) visit(inside)
      else if (entry.isFile()) hash.update(`${inside}\n`).update(readFileSync(inside))
    }
  }
  visit(folder)
  return hash.digest('hex')
}

/** What differs from all plain runs, in a sentence; undefined when nothing does. */
function differenceOf(monitored, plain) {
  const changed = plain.every(({ files }) => files !== monitored.files)
  return findDifference(monitored, plain) ?? (changed ? 'the files that it left behind' : undefined)
}

const alike = (runs) => new Set(runs.map((run) => JSON.stringify({ ...run, cpu: 0 }))).size === 1

/** How often the commands are run again where a monitored run differs; the plain one for so many seconds at most. */
const again = { plain: 20, monitored: 4, seconds: 90 }

/** What differs between runs of one kind and all plain runs, of which more are made until one explains the difference. */
async function compare(plain, runPlain, runMonitored) {
  const monitored = [await runMonitored()]
  const differences = () => monitored.map((each) => differenceOf(each, plain)).filter((each) => each !== undefined)
  const isOpen = () => differences().length > 0 && findFlakiness(plain) === undefined
  const end = Date.now() + again.seconds * 1000
  for (let i = 0; i < again.plain && Date.now() < end && isOpen(); i += 1) plain.push(await runPlain())
  for (let i = 0; i < again.monitored && isOpen(); i += 1) monitored.push(await runMonitored())
  const [difference, ...others] = differences()
  if (difference === undefined) return null
  return `${difference} (${others.length + 1} of ${monitored.length} runs, ${plain.length} plain)`
}

async function runSubject({ id, version, labels, test }, folder) {
  const runPlain = () => run(folder, test)
  const plain = [await runPlain(), await runPlain()]
  const steady = alike(plain)
  if (!steady) for (let i = 0; i < 3; i += 1) plain.push(await runPlain())
  const [first] = plain
  const rows = []
  for (const strategy of options.strategy) {
    const out = path.join(scratch, 'run')
    const cache = path.join(folder, 'node_modules/.cache/jsmop')
    const prefix = (more) =>
      `node ${quoted(command)} run --preset all --fail-on never --strategy ${strategy} --out ${quoted(out)} ${more} --`
    for (const old of [cache, out]) rmSync(old, { recursive: true, force: true })
    const monitored = async (more) => {
      const outcome = await run(folder, test, prefix(more))
      return { ...outcome, result: JSON.parse(readFileSync(path.join(out, 'result.json'), 'utf8')) }
    }
    let sites
    const differenceVerified = await compare(plain, runPlain, async () => {
      const outcome = await monitored('--verify-sites')
      sites ??= outcome.result.sites
      return outcome
    })
    let warm
    const difference = await compare(plain, runPlain, async () => (warm = await monitored('')))
    const monitoredCpu = Math.min(warm.cpu, ...(options.record ? [(await monitored('')).cpu] : []))
    const { stats, violations, disabled, unparsed } = warm.result
    rows.push({
      id,
      version,
      ...labels,
      strategy,
      tests: first.tests,
      exitCode: first.exitCode,
      steady,
      difference,
      differenceVerified,
      flaky: findFlakiness(plain) ?? null,
      plainCpu: Math.min(...plain.map(({ cpu }) => cpu)),
      monitoredCpu,
      events: stats.events,
      monitors: stats.monitors,
      violations: violations.length,
      sites,
      disabled,
      unparsed: unparsed.length,
    })
    console.log(line(rows.at(-1)))
  }
  return rows
}

/** How many of the sites that were verified were right, in percent; 100 where there were none to verify. */
const rightSites = ({ sites: { right, stale } }) => (right + stale === 0 ? 100 : (100 * right) / (right + stale))
const leastRight = 99.5

const isSame = ({ difference, differenceVerified }) => difference === null && differenceVerified === null

function said({ difference, differenceVerified }) {
  return [difference, differenceVerified && `verified: ${differenceVerified}`].filter(Boolean).join('; ')
}

function line(row) {
  const { right, stale, none } = row.sites
  return [
    row.id.padEnd(22),
    row.strategy.padEnd(7),
    isSame(row) ? 'same' : row.flaky === null ? `DIFFERENT (${said(row)})` : `set aside (${row.flaky}; ${said(row)})`,
    `cpu ${row.plainCpu.toFixed(2)} → ${row.monitoredCpu.toFixed(2)} s`,
    `${row.events} events, ${row.monitors} monitors, ${row.violations} violations`,
    `sites ${right}/${stale}/${none}${rightSites(row) < leastRight ? ' WRONG' : ''}`,
    ...(row.disabled.length === 0 ? [] : [`disabled ${row.disabled.map(({ part }) => part).join(', ')}`]),
  ].join('  ')
}

function table(rows) {
  const head = [
    'project',
    'runner',
    'modules',
    'tests',
    'strategy',
    'same',
    'plain s',
    'monitored s',
    'events',
    'monitors',
    'violations',
    'sites right / stale / none',
    'right %',
  ]
  const cells = rows.map((row) => [
    `${row.id} ${row.version}`,
    row.runner,
    row.modules,
    row.tests === undefined ? '' : `${row.tests.passed}${row.tests.failed > 0 ? ` (${row.tests.failed} fail)` : ''}`,
    row.strategy,
    isSame(row) ? (row.steady ? 'yes' : 'yes*') : row.flaky === null ? 'no' : 'set aside',
    row.plainCpu.toFixed(2),
    row.monitoredCpu.toFixed(2),
    row.events,
    row.monitors,
    row.violations,
    `${row.sites.right} / ${row.sites.stale} / ${row.sites.none}`,
    row.strategy === 'patch' ? '' : (Math.floor(rightSites(row) * 100) / 100).toFixed(2),
  ])
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const wanted =
  options.folder === undefined
    ? subjects.filter(({ id }) => positionals.length === 0 || positionals.includes(id))
    : [
        {
          id: path.basename(options.folder),
          version: '',
          labels: { runner: '', modules: '' },
          test: options.test ?? 'npm test',
        },
      ]
if (wanted.length === 0) {
  console.error(`No project ${positionals.join(', ')}. There are: ${subjects.map(({ id }) => id).join(', ')}.`)
  process.exit(64)
}

const rows = []
const refused = []
if (options.folder === undefined) await prepareSubjects(wanted, home, () => {})
for (const subject of wanted) {
  try {
    const folder =
      options.folder === undefined ? (await prepareSubject(subject, home)).folder : path.resolve(options.folder)
    rows.push(...(await runSubject(subject, folder)))
  } catch (error) {
    refused.push(subject.id)
    console.log(`${subject.id.padEnd(22)} not run: ${error.message}`)
  }
}

const { summary, failures } = judge(rows, refused)
console.log(summary)
if (options.record) record()
process.exitCode = failures > 0 ? 1 : 0

function judge(rows, refused) {
  const deviating = rows.filter((row) => !isSame(row))
  const different = deviating.filter(({ flaky }) => flaky === null)
  const misplaced = rows.filter((row) => rightSites(row) < leastRight)
  const summary = [
    `${new Set(rows.map(({ id }) => id)).size} projects, ${rows.length} comparisons, ${different.length} different`,
    `${deviating.length - different.length} set aside, ${misplaced.length} with less than ${leastRight} % of sites right`,
    `${refused.length} projects not run`,
  ].join(', ')
  return { summary, deviating, failures: different.length + misplaced.length + refused.length }
}

/** The last record without the projects of this run: all of it when they were named, nothing otherwise. */
function lastRecord(folder) {
  const last = readdirSync(folder)
    .filter((name) => name.endsWith('-subjects.json'))
    .sort()
    .at(-1)
  if (positionals.length === 0 || last === undefined) return { rows: [], refused: [] }
  const known = JSON.parse(readFileSync(path.join(folder, last), 'utf8'))
  const isOther = (id) => !wanted.some((subject) => subject.id === id)
  return {
    rows: known.rows.filter(({ id }) => isOther(id)).map((row) => ({ commit: known.commit, ...row })),
    refused: known.refused.filter(isOther),
  }
}

function record() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const { date, node, processor, cores } = describeMachine(commit)
  const folder = path.join(root, 'bench/record')
  const last = lastRecord(folder)
  const order = subjects.map(({ id }) => id)
  const all = [...last.rows, ...rows.map((row) => ({ ...row, commit }))].sort(
    (a, b) => order.indexOf(a.id) - order.indexOf(b.id),
  )
  const notRun = [...last.refused, ...refused]
  const { summary, deviating } = judge(all, notRun)
  const known = { schema: 1, date, node, processor, cores, commit, refused: notRun, rows: all }
  const older = [...new Set(all.map((row) => row.commit))].filter((each) => each !== commit)
  mkdirSync(path.join(root, 'docs/evaluation'), { recursive: true })
  writeFileSync(path.join(folder, `${date}-subjects.json`), `${JSON.stringify(known, undefined, 1)}\n`)
  writeFileSync(
    path.join(root, 'docs/evaluation/transparency.md'),
    [
      '# Real projects, plain and monitored',
      '',
      `Written by \`npm run test:subjects -- --record\` on ${date} at commit ${commit}, Node ${node}, ${cores} cores of ${processor}.`,
      `${summary}.`,
      ...older.map((each) => {
        const projects = new Set(all.filter((row) => row.commit === each).map(({ id }) => id))
        return `At commit ${each}: ${[...projects].join(', ')}.`
      }),
      'Every spec of the catalogue is on, libraries included.',
      '',
      '“Same” means: exit code, counts of tests, files left behind, standard output and standard error of a run with warm caches and',
      'of one that verifies every site (with cold caches) equal those of the plain runs, byte for byte, after durations, dates, folders,',
      'ports and process numbers were replaced (`src/study/read-output.ts` lists the patterns). With a star, plain runs of the',
      'project differ among themselves: the comparison is on what five of them have in common. A comparison that differs is made',
      'again, after up to twenty further plain runs; it is set aside if plain runs fail at times as well. Times are processor',
      'time of all processes, the least of the plain runs and of two monitored runs with warm caches. Sites are those of the run',
      'that verified them: events whose woven site is their caller, those whose site was another’s, and those that came without.',
      '',
      table(all),
      ...(deviating.length === 0 ? [] : ['', ...deviating.map(explain)]),
      '',
    ].join('\n'),
  )
}

function explain(row) {
  return `- ${row.id}, ${row.strategy}: ${row.flaky === null ? '' : `set aside, since ${row.flaky}; `}${said(row)}`
}
