/** How often the same trace comes again, where runs kept traces: the waste that lazy monitoring and selection live on. */

import type { MonitoringRecord } from '../run-record.ts'
import { count, percent, type Section, table, text } from './document.ts'
import type { StudyData } from './study-data.ts'

export function describeDuplicates(data: StudyData): Section[] {
  const rows = data.configurations.flatMap(({ name }) => {
    const records = data.subjects.flatMap((subject) => data.of(subject, name)?.monitoring ?? [])
    const kept = records.filter((record): record is WithDuplicates => record.duplicates !== undefined)
    if (kept.length === 0) return []
    const sum = (value: (record: WithDuplicates) => number) => kept.reduce((all, record) => all + value(record), 0)
    const traces = sum((record) => record.traces)
    const unique = sum((record) => record.uniqueTraces)
    const repeated = sum(({ duplicates }) => duplicates.repeated)
    return [
      [
        name,
        String(kept.length),
        count(traces),
        count(unique),
        percent(traces - unique, traces),
        percent(repeated, unique),
        percent(
          sum(({ duplicates }) => duplicates.oneFile),
          repeated,
        ),
        percent(
          sum(({ duplicates }) => duplicates.inLibraries),
          repeated,
        ),
        (sum(({ duplicates }) => duplicates.specs) / kept.length).toFixed(1),
      ],
    ]
  })
  if (rows.length === 0) return []
  const head = [
    'configuration',
    'subjects',
    'traces',
    'unique',
    'duplicates',
    'unique ones that come again',
    'of these, in one file',
    'of these, in libraries alone',
    'specs with any, mean',
  ]
  return [
    {
      title: 'Duplicate traces',
      parts: [
        text('A trace is a duplicate when its events and their places came before in the same run.'),
        table(head, rows),
      ],
    },
  ]
}

type WithDuplicates = MonitoringRecord & { readonly duplicates: NonNullable<MonitoringRecord['duplicates']> }
