/**
 * `npm run survey -- <study file> … --out <folder>`: runs the projects of study files (`docs/studies.md`) once each, by
 * their own test commands, with every spec of the catalogue on, and gathers what was seen.
 *
 * Written to `<folder>`: `<project>/` with the result of its run; `violations.json`, every distinct violation with its
 * place, origin and trace; `summary.md`, tables by spec and by project; `evidence.json`, how often each event of each
 * spec was signalled and on how many projects. A project whose result is there is not run again, so that an interrupted
 * survey goes on where it stopped and a longer list adds to a shorter one. `--evidence <file>` puts the evidence
 * somewhere else too.
 *
 * `--cache <folder>` says where projects are prepared, `--in-place` runs those that are folders where they are, `--only <project>` (repeatable) runs a part, `--parallel <n>` is how
 * many run at a time: times do not matter here.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readCatalogue } from '../dist/src/load/read-catalogue.js'
import { isProven } from '../dist/src/load/read-evidence.js'
import { compileSpec } from '../dist/src/spec/compile-spec.js'
import { checkStudy } from '../dist/src/study/check-study.js'
import { prepareSubject } from '../dist/src/study/prepare-subject.js'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: path.join(root, '.jsmop/survey') },
    cache: { type: 'string', default: path.join(homedir(), '.cache/jsmop-studies') },
    'in-place': { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    parallel: { type: 'string', default: '1' },
    evidence: { type: 'string' },
  },
})
const out = path.resolve(options.out)
const subjects = files.flatMap((file) => {
  const study = checkStudy(JSON.parse(readFileSync(file, 'utf8')), path.resolve(file))
  // Of a project with several versions, the newest.
  return study.projects.map((project) => ({ ...project.subjects.at(-1), seconds: study.limits.seconds }))
})
const wanted = subjects.filter(({ project }) => options.only === undefined || options.only.includes(project))

const waiting = [...wanted]
await Promise.all(
  Array.from({ length: Number(options.parallel) }, async () => {
    for (let subject = waiting.shift(); subject !== undefined; subject = waiting.shift()) await survey(subject)
  }),
)
await gather()

/** One run of one project; what it says of itself is kept beside the result. */
async function survey(subject) {
  const folder = path.join(out, subject.project)
  if (existsSync(path.join(folder, 'survey.json'))) return
  rmSync(folder, { recursive: true, force: true })
  let prepared
  try {
    prepared =
      options['in-place'] && subject.source.kind === 'folder'
        ? subject.source
        : await prepareSubject(subject, path.resolve(options.cache))
  } catch (error) {
    console.log(`${subject.id}: left out, ${error.message}`)
    return
  }
  const manifest = JSON.parse(readFileSync(path.join(prepared.folder, 'package.json'), 'utf8'))
  const began = Date.now()
  const { status, output } = await runMonitored(subject, prepared.folder, folder)
  const seconds = (Date.now() - began) / 1000
  const whole = existsSync(path.join(folder, 'result.json'))
  const about = {
    project: subject.project,
    version: manifest.version ?? subject.version,
    test: subject.test,
    seconds,
    status,
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'output.txt'), output)
  if (whole)
    writeFileSync(path.join(folder, 'survey.json'), JSON.stringify({ ...about, folder: prepared.folder }, null, 2))
  const found = whole ? readResult(subject.project).violations.length : 0
  console.log(`${subject.id}: ${whole ? `${found} violations` : 'no result'}, exit ${status}, ${seconds.toFixed(1)} s`)
}

/** The command gets SIGTERM at the time limit, so that what was seen until then is reported. */
function runMonitored({ test, seconds }, cwd, results) {
  const words = ['run', '--preset', 'all', '--traces', '--profile', '--fail-on', 'never', '--reporter', 'json']
  const bin = path.join(cwd, 'node_modules/.bin')
  const env = { ...process.env, CI: 'true', NO_COLOR: '1', PATH: `${bin}${path.delimiter}${process.env.PATH}` }
  const limited = ['timeout', '--kill-after', '10', String(seconds), 'bash', '-c', test]
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(
      process.execPath,
      [path.join(root, 'dist/jsmop.cjs'), ...words, '--out', results, '--', ...limited],
      { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    child.on('close', (status) => resolve({ status, output }))
  })
}

function readResult(project) {
  return JSON.parse(readFileSync(path.join(out, project, 'result.json'), 'utf8'))
}

async function gather() {
  const catalogue = (await readCatalogue()).map((definition) => compileSpec(definition))
  const runs = subjects
    .filter(({ project }) => existsSync(path.join(out, project, 'survey.json')))
    .map(({ project }) => ({
      ...JSON.parse(readFileSync(path.join(out, project, 'survey.json'), 'utf8')),
      result: readResult(project),
    }))
  const violations = runs.flatMap(({ project, version, folder, result }) =>
    result.violations.map((violation) => describe(project, version, folder, violation)),
  )
  const evidence = {
    date: new Date().toISOString().slice(0, 10),
    commit: spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim(),
    projects: runs.map(({ project, version }) => `${project}@${version}`),
    specs: Object.fromEntries(catalogue.map((spec) => [spec.id, evidenceOf(spec, runs)])),
  }
  writeFileSync(path.join(out, 'violations.json'), JSON.stringify(violations, null, 1))
  writeFileSync(path.join(out, 'evidence.json'), printEvidence(evidence))
  if (options.evidence !== undefined) writeFileSync(options.evidence, printEvidence(evidence))
  writeFileSync(path.join(out, 'summary.md'), summarize(catalogue, runs, violations, evidence))
  console.log(`${runs.length} projects, ${violations.length} distinct violations: ${path.join(out, 'summary.md')}`)
}

/** Whose code the blamed line is. */
function describe(project, version, folder, violation) {
  const { spec, severity, file, line, column, message, package: library, count, instances, trace, tests } = violation
  const where = file === '' ? 'runtime' : library !== null ? 'dependency' : isTest(file) ? 'test' : 'project'
  const named = { file, line, column, function: violation.function, package: library }
  return {
    project,
    version,
    folder,
    spec,
    severity,
    origin: where,
    ...named,
    message,
    count,
    instances,
    trace,
    tests: tests.slice(0, 3),
  }
}

function isTest(file) {
  return /(^|\/)(__tests__|tests?|spec|support|bench(marks?)?|examples?)(\/|\.|-)|[.-](test|spec)\.[cm]?[jt]sx?$/.test(
    file,
  )
}

/** Over all projects, and projects that had any: signals of each event, and operations that came to its condition. */
function evidenceOf({ id, events }, runs) {
  const over = (counts) => [counts.reduce((sum, count) => sum + count, 0), counts.filter((count) => count > 0).length]
  return Object.fromEntries(
    events.map(({ name }) => {
      const own = runs.map(({ result }) => result.stats.perSpec[id] ?? {})
      const asked = over(own.map(({ asked }) => asked?.[name] ?? 0))
      return [name, [...over(own.map(({ perEvent }) => perEvent?.[name] ?? 0)), ...(asked[0] > 0 ? asked : [])]]
    }),
  )
}

/** A line for each spec: the file is read in differences. */
function printEvidence({ specs, ...head }) {
  const lines = Object.entries(specs).map(([id, events]) => `    ${JSON.stringify(id)}: ${JSON.stringify(events)}`)
  const begin = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`)
  return `{\n${begin.join('\n')}\n  "specs": {\n${lines.join(',\n')}\n  }\n}\n`
}

function summarize(catalogue, runs, violations, evidence) {
  const specs = [...new Set(violations.map(({ spec }) => spec))].map((id) => ({
    id,
    own: violations.filter(({ spec }) => spec === id),
  }))
  specs.sort((a, b) => b.own.length - a.own.length)
  const by = (own, origin) => own.filter((violation) => violation.origin === origin).length
  const origins = ['project', 'test', 'dependency', 'runtime']
  const bySpec = specs.map(({ id, own }) => [
    id,
    own[0].severity,
    own.length,
    ...origins.map((origin) => by(own, origin)),
    [...new Set(own.map(({ project }) => project))].join(' '),
  ])
  const byProject = runs.map(({ project, version, seconds, status, result }) => {
    const own = violations.filter((violation) => violation.project === project)
    const { events, monitors } = result.stats
    const numbers = [seconds.toFixed(1), status, events, monitors, own.length]
    return [`${project}@${version}`, ...numbers, ...origins.map((origin) => by(own, origin))]
  })
  const counts = catalogue.map(({ id, events }) => {
    const own = events.map(({ name, creation }) => {
      const [signals, projects] = evidence.specs[id][name]
      return `${name}${creation ? '*' : ''} ${signals} (${projects})`
    })
    return [id, own.join(', ')]
  })
  const unproven = catalogue.filter((spec) => !isProven(spec, evidence.specs[spec.id])).map(({ id }) => id)
  return [
    `# Survey\n\n${runs.length} projects, ${violations.length} distinct violations by ${specs.length} specs.`,
    `## By spec\n\n${table(['spec', 'severity', 'places', ...origins, 'projects'], bySpec)}`,
    `## By project\n\n${table(['project', 's', 'exit', 'events', 'monitors', 'violations', ...origins], byProject)}`,
    `## Unproven (${unproven.length} of ${catalogue.length})\n\n${unproven.map((id) => `- ${id}`).join('\n')}`,
    `## Events: signals (projects); * creates\n\n${table(['spec', 'events'], counts)}`,
    '',
  ].join('\n\n')
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
