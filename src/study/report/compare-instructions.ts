/** What configurations cost in instructions, where these were counted: differences that times cannot show. */

import { geometricMean, median } from '../statistics/quantiles.ts'
import { plain } from '../study.ts'
import { count, percent, type Section, table, text } from './document.ts'
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
          'Instructions of the whole process tree against those of the plain run, medians of repetitions. They know nothing ' +
            `of caches and waiting. ${howFarApart(data)}`,
        ),
        table(['configuration', 'subjects', 'median', 'geometric mean', 'least', 'most'], overall),
        table(['subject', 'plain, millions', ...names], bySubject),
      ],
    },
  ]
}

/** V8 compiles what it takes for hot when its threads find time: programs that are compiled much are counted less alike. */
function howFarApart(data: StudyData): string {
  const names = [plain, ...data.configurations.map(({ name }) => name)]
  const spreads = data.subjects.flatMap((subject) =>
    names.flatMap((name) => data.of(subject, name)?.instructionSpread ?? []),
  )
  if (spreads.length === 0) return 'Nothing was counted twice, so that it is not known how far two counts lie apart.'
  return (
    `Of the ${spreads.length} runs that were counted several times, the counts of one lay ` +
    `${percent(median(spreads), 1)} apart in the median, ${percent(Math.max(...spreads), 1)} at most.`
  )
}

const fine = (ratio: number | undefined): string => (ratio === undefined ? '' : `${ratio.toFixed(3)}×`)
