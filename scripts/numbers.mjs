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

/** The paragraph that the README quotes. */
export function paragraph({ name, machine, parallel, configurations }) {
  const { subjects, equal, medianRatio, long, clock, addedPerProcess, violations } = configurations.D
  const parts = [
    `Measured on ${subjects} packages of the npm registry with their own tests, libraries included and all specs on ` +
      `(${machine.date}, Node ${machine.node}, ${machine.cores} cores; [the whole report](docs/evaluation/${name}/report.md)):`,
    `- outcomes and output equal to the plain run on ${equal} of ${subjects};`,
    `- CPU time of the whole run against plain: median ${times(medianRatio)};`,
  ]
  const spread = ({ median, p90, worst }) =>
    `median ${times(median)}, 90th percentile ${times(p90)}, worst ${times(worst)}`
  if (long.subjects > 0) parts.push(`- of the ${long.subjects} that take 2 s of it or more: ${spread(long)};`)
  if (clock.subjects > 0)
    parts.push(`- by the clock, of the ${clock.subjects} that one waits 2 s or more for: ${spread(clock)};`)
  if (addedPerProcess.subjects > 0)
    parts.push(
      `- on the shorter ones, CPU time added to each process, the command line included: median ${Math.round(addedPerProcess.median)} ms;`,
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
