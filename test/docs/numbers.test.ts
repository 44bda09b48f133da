/** The numbers that documents quote are those of the committed records. */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readExport } from '#src/study/export-study.ts'
import { renderMarkdown } from '#src/study/report/render-markdown.ts'
import { reportStudy, summarise } from '#src/study/report/report-study.ts'
import { studyData } from '#src/study/report/study-data.ts'
import { loadDistributions } from '#src/study/statistics/distributions.ts'
import { renderSeeds, type SeedRecord } from '../../bench/evolution/render-seeds.mjs'
import { readSummary, withNumbers } from '../../scripts/numbers.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const studies = readdirSync(path.join(root, 'docs/evaluation'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)

test('there is an evaluation', () => {
  expect(studies).toEqual(expect.arrayContaining(['registry', 'cost']))
})

test.for(studies)('the report and the summary of the study %s are those of its runs', async (study) => {
  const folder = path.join(root, 'docs/evaluation', study)
  const runs = gunzipSync(readFileSync(path.join(folder, 'runs.json.gz'))).toString('utf8')
  const data = studyData(readExport(runs))
  expect(data.subjects.length).toBeGreaterThanOrEqual(10)
  expect(readSummary(study).configurations).toEqual(summarise(data))
  const report = renderMarkdown(reportStudy(data, await loadDistributions()))
  expect(readFileSync(path.join(folder, 'report.md'), 'utf8')).toBe(report)
})

test('the page of seeded violations is that of its record, in which safe variants miss nothing', () => {
  const record = JSON.parse(readFileSync(path.join(root, 'docs/evaluation/seeds.json'), 'utf8')) as SeedRecord
  expect(readFileSync(path.join(root, 'docs/evaluation/seeds.md'), 'utf8')).toBe(renderSeeds(record))
  expect(record.seeds.length).toBeGreaterThanOrEqual(100)
  for (const { variants } of record.seeds) {
    expect([variants['ps1']!.fate, variants['ps1c']!.fate]).toEqual(['found', 'found'])
    expect(Object.values(variants).map(({ fate }) => fate)).not.toContain('unexplained')
  }
})

test('the README quotes the summary', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  expect(withNumbers(readme, readSummary('cost'))).toBe(readme)
})
