/**
 * Versions of one project in their order: what each configuration costs from the second version on, and what configurations
 * that look at changes miss. Safe is one that misses nothing that full monitoring of the same version finds as new.
 */

import { mean } from '../statistics/quantiles.ts'
import type { Subject } from '../study.ts'
import { count, percent, ratio, type Section, table, text } from './document.ts'
import type { StudyData } from './study-data.ts'

export function compareVersions(data: StudyData): Section[] {
  const projects = new Map<string, Subject[]>()
  for (const subject of data.subjects)
    projects.set(subject.project, [...(projects.get(subject.project) ?? []), subject])
  const evolving = [...projects.values()].filter((versions) => versions.length > 1)
  const full = data.configurations.find(({ traits }) => traits.since === 'none' && !traits.peer)?.name
  if (evolving.length === 0 || full === undefined) return []
  const pairs = evolving.flatMap((versions) =>
    versions.slice(1).map((subject, i) => ({ before: versions[i]!, subject })),
  )
  const rows = data.configurations.map(({ name }) => {
    const ratios = pairs.flatMap(({ subject }) => data.of(subject, name)?.ratio?.value ?? [])
    let [fresh, missed, safe, shown] = [0, 0, 0, 0]
    for (const { before, subject } of pairs) {
      const known = data.of(before, full)?.violations ?? new Map<string, unknown>()
      const all = [...(data.of(subject, full)?.violations.keys() ?? [])].filter((place) => !known.has(place))
      const found = data.of(subject, name)?.violations ?? new Map<string, unknown>()
      const absent = all.filter((place) => !found.has(place)).length
      fresh += all.length
      missed += absent
      safe += absent === 0 ? 1 : 0
      shown += found.size
    }
    return [
      name,
      ratios.length === 0 ? '' : ratio(mean(ratios)),
      count(shown),
      `${count(missed)} of ${count(fresh)}`,
      `${safe} of ${pairs.length} (${percent(safe, pairs.length)})`,
    ]
  })
  const ordered = evolving.flatMap((versions) =>
    versions.map((subject) => [
      subject.id,
      ...data.configurations.map(({ name }) => {
        const { ratio: interval, violations } = data.of(subject, name) ?? {}
        return interval === undefined ? '' : `${ratio(interval.value)}, ${violations!.size} found`
      }),
    ]),
  )
  return [
    {
      title: 'Over versions',
      parts: [
        text(
          `${evolving.length} projects with ${pairs.length} changes of version. New violations are those of full ` +
            `monitoring (${full}) that it did not find in the version before.`,
        ),
        table(['configuration', 'mean time', 'violations found', 'new ones missed', 'safe'], rows),
        table(['version', ...data.configurations.map(({ name }) => name)], ordered),
      ],
    },
  ]
}
