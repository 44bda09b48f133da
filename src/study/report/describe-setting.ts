/** Where, when and on what a study was made, and who did not take part. */

import { type Section, table, text } from './document.ts'
import type { StudyData } from './study-data.ts'

export function describeSetting(data: StudyData): Section[] {
  const { machine, subjects, setAside, configurations, parallel, counted } = data
  const projects = new Set(subjects.map(({ project }) => project)).size
  const exclusive =
    parallel === 1
      ? 'Nothing else of the study ran on the machine meanwhile.'
      : `${parallel} runs at a time shared the machine: times are only a direction.`
  const measure = counted
    ? 'Instructions were counted by valgrind; times are left out.'
    : 'Times are CPU times of the whole process tree; ratios are medians of pairs of one repetition, with 95 % bootstrap ' +
      'intervals in parentheses.'
  const setting: Section = {
    title: 'Setting',
    parts: [
      text(
        `${machine.date}, JSMOP ${machine.jsmop}, Node ${machine.node}, ${machine.system}, ${machine.processor} ` +
          `(${machine.cores} cores, ${machine.memoryGigabytes} GB).${counted ? '' : ` ${exclusive}`}`,
      ),
      text(
        `${projects} projects (${subjects.length} versions) with ${configurations.length} configurations besides the ` +
          `plain run; ${setAside.length} more were set aside. ${measure}`,
      ),
      table(
        ['label', 'projects'],
        countLabels(data).map(([label, n]) => [label, String(n)]),
      ),
    ],
  }
  if (setAside.length === 0) return [setting]
  return [
    setting,
    {
      title: 'Set aside',
      parts: [
        table(
          ['subject', 'reason'],
          setAside.map(({ subject, reason }) => [subject.id, reason ?? '']),
        ),
      ],
    },
  ]
}

function countLabels({ subjects }: StudyData): [string, number][] {
  const counts = new Map<string, Set<string>>()
  for (const { labels, project } of subjects) {
    for (const [name, value] of Object.entries(labels)) {
      const key = `${name}: ${value}`
      counts.set(key, (counts.get(key) ?? new Set()).add(project))
    }
  }
  return [...counts]
    .map(([key, projects]): [string, number] => [key, projects.size])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
