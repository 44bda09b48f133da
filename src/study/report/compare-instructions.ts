/** What configurations cost in instructions, where these were counted: differences that times cannot show. */

import { geometricMean, median } from '../statistics/quantiles.ts'
import { plain } from '../study.ts'
import { count, type Section, table, text } from './document.ts'
import type { StudyData } from './study-data.ts'

export function compareInstructions(data: StudyData): Section[] {
  const names = data.configurations.map(({ name }) => name)
  const ratioOf = (subject: StudyData['subjects'][number], name: string): number | undefined => {
    const [own, base] = [data.of(subject, name)?.instructions, data.of(subject, plain)?.instructions]
    return own === undefined || base === undefined ? undefined : own / base
  }
  const overall = names.map((name) => {
    const ratios = data.subjects.flatMap((subject) => ratioOf(subject, name) ?? [])
    if (ratios.length === 0) return [name, '0', '', '', '', '']
    const numbers = [median(ratios), geometricMean(ratios), Math.min(...ratios), Math.max(...ratios)]
    return [name, String(ratios.length), ...numbers.map(fine)]
  })
  const bySubject = data.subjects.map((subject) => [
    subject.id,
    count(Math.round((data.of(subject, plain)?.instructions ?? 0) / 1e6)),
    ...names.map((name) => fine(ratioOf(subject, name))),
  ])
  return [
    {
      title: 'Instructions',
      parts: [
        text(
          'Instructions of the whole process tree against those of the plain run, medians of repetitions. They repeat ' +
            'within 0.1 to 1 % where times vary by a fifth, and know nothing of caches and waiting.',
        ),
        table(['configuration', 'subjects', 'median', 'geometric mean', 'least', 'most'], overall),
        table(['subject', 'plain, millions', ...names], bySubject),
      ],
    },
  ]
}

const fine = (ratio: number | undefined): string => (ratio === undefined ? '' : `${ratio.toFixed(3)}×`)
