/** The report over versions, of a study small enough to compute by hand. */

import { expect, test } from 'vitest'
import { compareVersions } from '#src/study/report/compare-versions.ts'
import { fullConfiguration } from '#src/study/report/evolution-metrics.ts'
import { renderMarkdown } from '#src/study/report/render-markdown.ts'
import { type Measured, type StudyData, traitsOf } from '#src/study/report/study-data.ts'
import type { FoundViolation } from '#src/study/run-record.ts'
import type { Subject } from '#src/study/study.ts'

const subject = (project: string, version: string): Subject => ({
  id: `${project}@${version}`,
  project,
  version,
  source: { kind: 'npm', name: project, version },
  install: '',
  test: '',
  before: undefined,
  labels: {},
})

const violation = (line: number, isNew?: boolean): FoundViolation => ({
  spec: 'map/a',
  severity: 'error',
  file: 'a.js',
  line,
  package: null,
  count: 1,
  instances: 1,
  ...(isNew === undefined ? {} : { new: isNew }),
})

interface Given {
  readonly ratio: number
  readonly events: number
  readonly found: readonly FoundViolation[]
  readonly selected?: number
}

/** In version 2 of both projects nothing is new; in version 3 of `one` line 9 is, and old line 5 stands on 6. */
const given: Record<string, Record<string, Given>> = {
  'one@1': { D: { ratio: 3, events: 1000, found: [violation(5)] } },
  'one@2': {
    D: { ratio: 3, events: 1000, found: [violation(5)] },
    full: { ratio: 3.2, events: 1000, found: [violation(5, false)], selected: 10 },
    ps3cl: { ratio: 1.2, events: 0, found: [], selected: 0 },
  },
  'one@3': {
    D: { ratio: 3, events: 1000, found: [violation(6), violation(9)] },
    full: { ratio: 3.2, events: 1000, found: [violation(6, false), violation(9, true)], selected: 10 },
    ps3cl: { ratio: 2.2, events: 400, found: [violation(6, false), violation(7, true)], selected: 4 },
  },
  'two@1': { D: { ratio: 2, events: 100, found: [] } },
  'two@2': {
    D: { ratio: 2, events: 100, found: [] },
    full: { ratio: 2.1, events: 100, found: [], selected: 10 },
    ps3cl: { ratio: 1.1, events: 20, found: [], selected: 2 },
  },
}

const subjects = [
  subject('one', '1'),
  subject('one', '2'),
  subject('one', '3'),
  subject('two', '1'),
  subject('two', '2'),
]

function measured(of: Subject, configuration: string): Measured | undefined {
  const one = given[of.id]?.[configuration]
  if (one === undefined) return undefined
  return {
    subject: of,
    configuration,
    cpuMs: 0,
    cpuMsOf: new Map(),
    instructions: undefined,
    instructionSpread: undefined,
    wallMs: 1000,
    peakBytes: undefined,
    ratio: { value: one.ratio, low: one.ratio, high: one.ratio, pairs: 1 },
    added: undefined,
    differences: [],
    stopped: false,
    faults: [],
    runs: 1,
    records: [],
    violations: new Map(one.found.map((each) => [`${each.spec} ${each.file}:${each.line}`, each])),
    monitoring: {
      events: one.events,
      monitors: 0,
      collected: 0,
      traces: 0,
      uniqueTraces: 0,
      processes: { monitored: 1, skipped: 0, escaped: 0 },
      disabled: 0,
      violations: [],
      split: undefined,
      woven: one.events * 10,
      ...(one.selected === undefined
        ? {}
        : { evolution: { decision: 'selected', selected: one.selected, decisionMs: 20 } }),
    },
  }
}

const data: StudyData = {
  name: 'example',
  machine: {} as StudyData['machine'],
  parallel: 1,
  counted: false,
  configurations: [
    { name: 'D', options: ['--preset', 'all'] },
    { name: 'full', options: ['--since', 'last', '--variant', 'full'] },
    { name: 'ps3cl', options: ['--since', 'last', '--variant', 'ps3cl'] },
  ].map((configuration) => ({ name: configuration.name, traits: traitsOf(configuration) })),
  subjects,
  setAside: [],
  of: measured,
}

test('means are over versions and then projects, against what full monitoring calls new', () => {
  const text = renderMarkdown({ title: 'x', sections: compareVersions(data) })
  expect(text).toContain(
    '2 projects with 3 changes of version, 1 new violations in 1 of them. Numbers are means over the versions of a project, ' +
      'then over projects. Overhead is (t − plain) / plain; shares are of full monitoring (D).',
  )
  expect(text).toContain(`| configuration | overhead | share | events | share | woven | specs | traces | deciding |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| D | 1.50× | 1.00 | 550 | 1.00 | 5,500 |  | 0 |  |
| full | 1.65× | 1.10 | 550 | 1.00 | 5,500 | 10.0 | 0 | 20.0 ms |
| ps3cl | 0.40× | 0.27 | 110 | 0.20 | 1,100 | 2.0 | 0 | 20.0 ms |`)
  expect(text)
    .toContain(`| configuration | found | shown | new ones missed | false alarms | precision | with suppression | misses nothing | shows none where nothing is new |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| D | 0.8 | 0.8 | 0.0 | 0.0 | 0.25 | 0.25 | 3 of 3 | 1 of 2 |
| full | 0.8 | 0.3 | 0.0 | 0.0 | 0.25 | 1.00 | 3 of 3 | 2 of 2 |
| ps3cl | 0.5 | 0.3 | 0.3 | 0.3 | 0.00 | 0.00 | 2 of 3 | 2 of 2 |`)
  expect(text).toContain(`| share of events | one | two |
| --- | --- | --- |
| D | 1.00 | 1.00 |
| full | 1.00 | 1.00 |
| ps3cl | 0.20 | 0.20 |`)
  expect(text).toContain(
    'Of 3 runs that select specs, 3 watched a selection, 0 nothing, because no change concerns them, and 0 everything.',
  )
  expect(text).toContain(
    'Deciding what is affected took 20.0 ms in the median and 20.0 ms at worst; at most 100 ms or 5 % of the run in 6 of 6 runs (100.0 %).',
  )
})

test('full monitoring is the first configuration that monitors', () => {
  const nobody = { name: 'nobody', options: ['--preset', 'all', '--algo', 'none'] }
  const configurations = [{ name: 'nobody', traits: traitsOf(nobody) }, ...data.configurations]
  expect(fullConfiguration({ ...data, configurations })).toBe('D')
})
