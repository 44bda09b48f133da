import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkStudy } from '#src/study/check-study.ts'
import type { Document } from '#src/study/report/document.ts'
import { renderHtml } from '#src/study/report/render-html.ts'
import { renderMarkdown } from '#src/study/report/render-markdown.ts'
import { reportStudy, summarise } from '#src/study/report/report-study.ts'
import { studyData } from '#src/study/report/study-data.ts'
import type { FoundViolation, MonitoringRecord, RunRecord } from '#src/study/run-record.ts'
import { loadDistributions } from '#src/study/statistics/distributions.ts'
import { StudyStore } from '#src/study/study-store.ts'

let folder: string
let report: Document
let summary: ReturnType<typeof summarise>

const violation = (file: string, library: string | null): FoundViolation => ({
  spec: 'stream/no-write-after-end',
  severity: 'error',
  file,
  line: 3,
  package: library,
  count: 1,
  instances: 1,
})

function monitoring(more: Partial<MonitoringRecord>): MonitoringRecord {
  return {
    events: 100,
    monitors: 10,
    collected: 0,
    traces: 0,
    uniqueTraces: 0,
    processes: { monitored: 2, skipped: 0, escaped: 0 },
    disabled: 0,
    violations: [],
    split: { preparing: 20, startUp: 40, instrumentation: 10, reporting: 10 },
    ...more,
  }
}

/** Plain CPU times of three repetitions, and by how much each configuration exceeds them. */
const subjects = {
  quick: { plain: [200, 220, 240], added: { D: 100, traced: 200, patch: 50 } },
  slow: { plain: [4000, 4100, 4200], added: { D: 400, traced: 1200, patch: 100 } },
  evolving: { plain: [300, 300, 300], added: { D: 120, traced: 240, patch: 60 } },
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'jsmop-report-'))
  const study = checkStudy(
    {
      subjects: [
        { npm: 'quick@1.0.0', test: 'x', labels: { runner: 'tape' } },
        { npm: 'slow@1.0.0', test: 'x', labels: { runner: 'mocha' } },
        { npm: 'evolving', versions: ['1.0.0', '1.1.0'], test: 'x', labels: { runner: 'tape' } },
        { npm: 'broken@1.0.0', test: 'x' },
      ],
      configurations: {
        D: { preset: 'all' },
        traced: { preset: 'all', traces: true },
        patch: { preset: 'all', strategy: 'patch' },
      },
    },
    '/study.json',
  )
  const store = await StudyStore.open(path.join(folder, 'results.db'))
  store.setFact('study', 'example')
  store.setFact('parallel', 1)
  store.setFact('machine', {
    date: '2026-11-15',
    jsmop: '0.1.0',
    node: '20.20.2',
    system: 'linux 6',
    processor: 'a processor',
    cores: 2,
    memoryGigabytes: 16,
  })
  store.define(
    study.projects.flatMap(({ subjects }) => subjects),
    study.configurations,
  )
  for (const { subject } of store.subjects()) {
    if (subject.project === 'broken') {
      store.judge(subject.id, 'set aside', 'plain run 1 ended with exit code 1')
      continue
    }
    store.judge(subject.id, 'ready', undefined)
    const { plain, added } = subjects[subject.project as keyof typeof subjects]
    const found = {
      D: [violation('index.js', null), violation('node_modules/a/a.js', 'a@1.0.0')],
      traced: [violation('index.js', null), violation('node_modules/a/a.js', 'a@1.0.0')],
      patch: [violation('index.js', null)],
    }
    if (subject.version === '1.1.0') found.D.push(violation('added.js', null))
    plain.forEach((base, i) => {
      const record: RunRecord = {
        subject: subject.id,
        configuration: 'plain',
        repetition: i + 1,
        machine: 'here',
        started: '2026-11-15T10:00:00.000Z',
        exitCode: 0,
        stopped: undefined,
        tests: { passed: 1, failed: 0 },
        wallMs: base + 2000,
        cpuMs: base,
        peakBytes: 50e6,
        monitoring: undefined,
        fault: undefined,
      }
      const outcome = { exitCode: 0, stopped: undefined, tests: undefined, stdout: '', stderr: '' }
      // The suite itself varies once, and so do all runs beside.
      const varies = subject.project === 'slow' && i === 1
      store.add({ record, outcome }, varies ? 'stdout: the same lines in another order' : undefined, false)
      for (const [configuration, more] of Object.entries(added)) {
        const traces =
          configuration === 'traced'
            ? {
                traces: 40,
                uniqueTraces: 10,
                duplicates: { repeated: 5, oneFile: 4, inLibraries: 1, specs: 2, events: 60 },
              }
            : {}
        const own = monitoring({ violations: found[configuration as keyof typeof found], ...traces })
        const differs = subject.project === 'quick' && configuration === 'patch' && i === 2
        store.add(
          {
            record: {
              ...record,
              configuration,
              wallMs: record.wallMs + more,
              cpuMs: base + more,
              peakBytes: configuration === 'traced' ? 100e6 + 20e3 * base : 100e6,
              monitoring: own,
            },
            outcome,
          },
          varies ? 'stdout: the same lines in another order' : differs ? 'exit code 1 instead of 0' : undefined,
          false,
        )
      }
      // A warm-up is no measurement.
      const warm = { ...record, repetition: -i, cpuMs: base * 100, configuration: 'D', monitoring: monitoring({}) }
      store.add({ record: warm, outcome }, 'anything', false)
    })
  }
  const data = studyData(store)
  report = reportStudy(data, await loadDistributions())
  summary = summarise(data)
  store.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function section(title: string): string {
  const markdown = renderMarkdown(report)
  return markdown
    .split(/^## /m)
    .find((part) => part.startsWith(`${title}\n`))!
    .slice(title.length)
    .trim()
}

test('the report has every part that its data allows', () => {
  expect(report.sections.map(({ title }) => title)).toEqual([
    'Setting',
    'Set aside',
    'Outcomes',
    'Overhead',
    'Overhead by subject',
    'Mean overhead by decile',
    'Which is fastest',
    'Where the time goes',
    'Memory',
    'Violations',
    'Violations by spec',
    'Who found the same',
    'Events, monitors, traces',
    'Algorithms',
    'Strategies',
    'Implicit, explicit, lazy',
    'Over versions',
    'Duplicate traces',
    'Tests of differences',
    'Correlations',
  ])
})

test('outcomes name what differed', () => {
  expect(section('Outcomes')).toContain(
    `| configuration | subjects | equal in all runs | of steady ones | equal runs | within the limits | without a result |
| --- | --- | --- | --- | --- | --- | --- |
| plain | 4 | 3 (75.0 %) | 3 of 3 | 11 of 12 | 4 (100.0 %) | 0 |
| D | 4 | 3 (75.0 %) | 3 of 3 | 11 of 12 | 4 (100.0 %) | 0 |
| traced | 4 | 3 (75.0 %) | 3 of 3 | 11 of 12 | 4 (100.0 %) | 0 |
| patch | 4 | 2 (50.0 %) | 2 of 3 | 10 of 12 | 4 (100.0 %) | 0 |

| subject | configuration | runs | first difference |
| --- | --- | --- | --- |
| quick@1.0.0 | patch | 1 of 3 | exit code 1 instead of 0 |`,
  )
})

test('ratios are of pairs, and subjects stand by their plain time', () => {
  expect(section('Overhead by subject')).toBe(
    `| subject | plain | D | traced | patch |
| --- | --- | --- | --- | --- |
| quick@1.0.0 | 220 ms | 1.45× (1.42–1.50) | 1.91× (1.83–2.00) | 1.23× (1.21–1.25) |
| evolving@1.0.0 | 300 ms | 1.40× (1.40–1.40) | 1.80× (1.80–1.80) | 1.20× (1.20–1.20) |
| evolving@1.1.0 | 300 ms | 1.40× (1.40–1.40) | 1.80× (1.80–1.80) | 1.20× (1.20–1.20) |
| slow@1.0.0 | 4100 ms | 1.10× (1.10–1.10) | 1.29× (1.29–1.30) | 1.02× (1.02–1.02) |`,
  )
})

test('what waits is long by the clock and short by the processor', () => {
  const head =
    '| configuration | subjects | median | mean | 90th percentile | worst |\n| --- | --- | --- | --- | --- | --- |'
  expect(section('Overhead')).toContain(
    `Those whose plain run takes 2 s or more:

${head}
| D | 1 | 1.10× | 1.10× | 1.10× | 1.10× |
| traced | 1 | 1.29× | 1.29× | 1.29× | 1.29× |
| patch | 1 | 1.02× | 1.02× | 1.02× | 1.02× |

By the clock, those that take 2 s or more by it, waiting included (medians of each):

${head}
| D | 4 | 1.05× | 1.05× | 1.06× | 1.07× |
| traced | 4 | 1.10× | 1.12× | 1.17× | 1.20× |
| patch | 4 | 1.02× | 1.02× | 1.03× | 1.03× |`,
  )
})

test('a tolerance makes close times the same', () => {
  expect(section('Which is fastest')).toContain(
    `| tolerance | D | traced | patch | same |
| --- | --- | --- | --- | --- |
| none | 0 | 0 | 4 | 0 |
| 2 s | 0 | 0 | 0 | 4 |
| 5 s | 0 | 0 | 0 | 4 |`,
  )
})

test('violations are counted by origin and by who found them', () => {
  expect(section('Violations')).toContain(
    `| D | 9 | 5 | 4 | 4 |
| traced | 8 | 4 | 4 | 4 |
| patch | 4 | 4 | 0 | 4 |`,
  )
  expect(section('Who found the same')).toContain(
    `| found by | violations |
| --- | --- |
| D, traced, patch | 4 |
| D, traced | 4 |
| D | 1 |`,
  )
})

test('configurations that differ in one thing are compared', () => {
  expect(section('Strategies')).toContain(
    '| patch | 4 | 0.86× | 4 / 0 | 0 / 0 | 1.00× / 1.00× | 100.0 % |  | 4 | 5 | 0 |',
  )
  expect(section('Implicit, explicit, lazy')).toContain(
    '| traced | 4 | 1.29× | 0 / 4 | 0 / 1 | 1.06× / 1.82× | 100.0 % |  | 8 | 1 | 0 |',
  )
})

test('what is new in a version and missed there is counted', () => {
  expect(section('Over versions')).toContain(
    `| configuration | found | shown | new ones missed | false alarms | precision | with suppression | misses nothing | shows none where nothing is new |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| D | 3.0 | 3.0 | 0.0 | 0.0 | 0.33 | 0.33 | 1 of 1 | 0 of 0 |
| traced | 2.0 | 2.0 | 1.0 | 0.0 | 0.00 | 0.00 | 0 of 1 | 0 of 0 |
| patch | 1.0 | 1.0 | 1.0 | 0.0 | 0.00 | 0.00 | 0 of 1 | 0 of 0 |`,
  )
})

test('duplicate traces are counted where traces were kept', () => {
  expect(section('Duplicate traces')).toContain('| traced | 4 | 160 | 40 | 75.0 % | 50.0 % | 80.0 % | 20.0 % | 2.0 |')
})

test('tests are over subjects', () => {
  expect(section('Tests of differences')).toContain(
    "Friedman's test of CPU times over 4 subjects: χ² = 12.00 on 3 degrees, p = 0.007. " +
      'Mean ranks, 1 the fastest: plain 1.00, D 3.00, traced 4.00, patch 2.00.',
  )
})

test('the summary has the numbers that targets are about', () => {
  expect(summary['D']).toEqual({
    subjects: 4,
    equal: 3,
    steady: 3,
    equalOfSteady: 3,
    medianRatio: 1.4,
    long: { subjects: 1, median: 1.098, p90: 1.098, worst: 1.098 },
    clock: { subjects: 4, median: 1.052, p90: 1.062, worst: 1.066 },
    addedPerProcess: { subjects: 3, median: 60, worst: 60 },
    violations: 9,
  })
})

test('pages and pictures are well-formed and need nothing else', () => {
  const html = renderHtml(report)
  expect(html).not.toMatch(/(?:src|href)="(?!#)/)
  expect([...html.matchAll(/<svg /g)].length).toBe(7)
  for (const part of report.sections.flatMap(({ parts }) => parts)) {
    if (part.kind !== 'chart') continue
    expect(part.svg).not.toContain('NaN')
    const opened = [...part.svg.matchAll(/<([a-z]+)\b(?:[^>]*[^/])?>/g)]
      .map(([, name]) => name!)
      .toSorted((a, b) => a.localeCompare(b))
    const closed = [...part.svg.matchAll(/<\/([a-z]+)>/g)]
      .map(([, name]) => name!)
      .toSorted((a, b) => a.localeCompare(b))
    expect(opened).toEqual(closed)
  }
})
