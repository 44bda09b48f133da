/** Whether monitored runs went as plain ones, and how many came to their end within the limits. */

import { plain, type Subject } from '../study.ts'
import { percent, type Section, table, text } from './document.ts'
import type { Measured, StudyData } from './study-data.ts'

export const isEqual = ({ differences }: Measured): boolean => differences.length === 0

/** Those whose plain runs were all alike: not in screening alone, but in each repetition that runs are compared with. */
export function steadySubjects(data: StudyData): ReadonlySet<Subject> {
  return new Set(
    data.subjects.filter((subject) => {
      const unmonitored = data.of(subject, plain)
      return unmonitored !== undefined && isEqual(unmonitored)
    }),
  )
}

export function compareOutcomes(data: StudyData): Section[] {
  const names = [plain, ...data.configurations.map(({ name }) => name)]
  const steady = steadySubjects(data)
  const rows = names.map((name) => {
    const measured = data.subjects.flatMap((subject) => data.of(subject, name) ?? [])
    const equal = measured.filter(isEqual).length
    const comparable = measured.filter(({ subject }) => steady.has(subject))
    const runs = measured.reduce((sum, each) => sum + each.runs, 0)
    const different = measured.reduce((sum, { differences }) => sum + differences.length, 0)
    const ended = measured.filter(({ stopped }) => !stopped).length
    const faults = measured.filter(({ faults }) => faults.length > 0).length
    return [
      name,
      String(measured.length),
      `${equal} (${percent(equal, measured.length)})`,
      `${comparable.filter(isEqual).length} of ${comparable.length}`,
      `${runs - different} of ${runs}`,
      `${ended} (${percent(ended, measured.length)})`,
      String(faults),
    ]
  })
  const differing = data.subjects.flatMap((subject) =>
    names.flatMap((name) => {
      const { differences = [], runs = 0 } = data.of(subject, name) ?? {}
      return differences.length === 0 ? [] : [[subject.id, name, `${differences.length} of ${runs}`, differences[0]!]]
    }),
  )
  const head = [
    'configuration',
    'subjects',
    'equal in all runs',
    'of steady ones',
    'equal runs',
    'within the limits',
    'without a result',
  ]
  return [
    {
      title: 'Outcomes',
      parts: [
        text(
          'A run is equal when exit code, counts of tests and both outputs are those of the plain runs. The plain runs of ' +
            'the comparison are held to the same measure: what differs there is the suite, not the monitoring, and a ' +
            'subject is steady where none does.',
        ),
        table(head, rows),
        ...(differing.length === 0 ? [] : [table(['subject', 'configuration', 'runs', 'first difference'], differing)]),
      ],
    },
  ]
}
