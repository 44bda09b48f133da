/**
 * Puts the numbers of the evaluation into the documents that quote them: reports in `docs/evaluation` are made from the
 * records beside them (`runs.json.gz`), and a paragraph between `<!-- numbers -->` marks from their summary.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const evaluation = path.join(root, 'docs/evaluation')

export function readSummary(study) {
  return JSON.parse(readFileSync(path.join(evaluation, study, 'summary.json'), 'utf8'))
}

const times = (value) => `${value.toFixed(2)}×`

/** Suites that are no measure of equality. */
const varying = (count) =>
  count === 0 ? '' : ` (${count} more ${count === 1 ? 'prints' : 'print'} other things in some plain runs, too)`

/** The paragraph that the README quotes. */
export function paragraph({ name, machine, parallel, configurations }) {
  const { subjects, steady, equalOfSteady, medianRatio, long, clock, addedPerProcess, violations } = configurations.D
  const parts = [
    `Measured on ${subjects} packages of the npm registry with their own tests, libraries included and all specs on ` +
      `(${machine.date}, Node ${machine.node}, ${machine.cores} cores; [the whole report](docs/evaluation/${name}/report.md)):`,
    `- outcomes and output equal to the plain run on ${equalOfSteady} of ${steady}${varying(subjects - steady)};`,
  ]
  const spread = ({ median, p90, worst }) =>
    `median ${times(median)}, 90th percentile ${times(p90)}, worst ${times(worst)}`
  if (clock.subjects > 0)
    parts.push(`- wall-clock time, of the ${clock.subjects} suites that run for 2 s or more: ${spread(clock)};`)
  if (long.subjects > 0)
    parts.push(
      `- CPU time of all their processes together, of the ${long.subjects} that use 2 s or more of it: ${spread(long)};`,
    )
  if (addedPerProcess.subjects > 0)
    parts.push(
      `- shorter suites: ${Math.round(addedPerProcess.median)} ms of CPU time added to each process in the median, ` +
        `${Math.round(addedPerProcess.worst)} ms at most, the command line included (over all suites, the median is ${times(medianRatio)});`,
    )
  parts.push(`- ${violations} violations found.`)
  if (parallel > 1)
    parts.push('', 'Runs shared the machine with each other and with other work: the times are only a direction.')
  return parts.join('\n')
}

const marks = /(<!-- numbers -->\n)[\s\S]*?(<!-- \/numbers -->)/

export function withNumbers(text, summary) {
  if (!marks.test(text)) throw new Error('the document has no <!-- numbers --> marks')
  return text.replace(marks, (_, begin, end) => `${begin}\n${paragraph(summary)}\n\n${end}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const entry of readdirSync(evaluation, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const folder = path.join(evaluation, entry.name)
    const main = path.join(root, 'dist/jsmop.cjs')
    const args = [main, 'study', 'report', path.join(folder, 'runs.json.gz'), '--out', folder]
    if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) process.exit(1)
  }
  const readme = path.join(root, 'README.md')
  writeFileSync(readme, withNumbers(readFileSync(readme, 'utf8'), readSummary('cost')))
}
