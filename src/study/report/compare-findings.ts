/** What was found: by configuration and origin, by spec, and which configurations found the same. */

import { barChart, type Series } from './charts.ts'
import { count, type Section, table, text } from './document.ts'
import type { StudyData } from './study-data.ts'

export function compareFindings(data: StudyData): Section[] {
  const configurations = data.configurations.filter(({ traits }) => !traits.peer)
  if (configurations.length === 0) return []
  const found = new Map(configurations.map(({ name }) => [name, violationsOf(data, name)]))
  return [byOrigin(data, found), bySpec(found), ...(found.size > 1 ? [venn(found)] : []), events(data)]
}

interface Found {
  readonly spec: string
  /** The project's own code, or a library's. */
  readonly isOwn: boolean
}

/** By subject, spec and place. A library that several subjects use is one place in each. */
export function violationsOf(data: StudyData, name: string): Map<string, Found> {
  const found = new Map<string, Found>()
  for (const subject of data.subjects)
    for (const [place, violation] of data.of(subject, name)?.violations ?? [])
      found.set(`${subject.id} ${place}`, { spec: violation.spec, isOwn: violation.package === null })
  return found
}

function byOrigin(data: StudyData, found: ReadonlyMap<string, ReadonlyMap<string, Found>>): Section {
  const own = (name: string) => [...found.get(name)!.values()].filter(({ isOwn }) => isOwn).length
  const names = [...found.keys()]
  const rows = names.map((name) => {
    const all = found.get(name)!.size
    const subjects = data.subjects.filter((subject) => (data.of(subject, name)?.violations.size ?? 0) > 0).length
    return [name, count(all), count(own(name)), count(all - own(name)), count(subjects)]
  })
  const series: Series[] = [
    { name: "projects' own", values: names.map(own) },
    { name: 'libraries', values: names.map((name) => found.get(name)!.size - own(name)) },
  ]
  const title = 'Violations by configuration and origin'
  return {
    title: 'Violations',
    parts: [
      text('A violation is a spec and a line of a subject, in any repetition.'),
      table(['configuration', 'violations', "in projects' own code", 'in libraries', 'subjects with any'], rows),
      { kind: 'chart', name: 'violations', title, svg: barChart(title, names, series) },
    ],
  }
}

function bySpec(found: ReadonlyMap<string, ReadonlyMap<string, Found>>): Section {
  const names = [...found.keys()]
  const specs = [...new Set(names.flatMap((name) => [...found.get(name)!.values()].map(({ spec }) => spec)))].sort()
  const rows = specs.map((spec) => [
    spec,
    ...names.map((name) => count([...found.get(name)!.values()].filter((each) => each.spec === spec).length)),
  ])
  return { title: 'Violations by spec', parts: [table(['spec', ...names], rows)] }
}

/** How many violations exactly these configurations found, for every set of configurations that found any. */
function venn(found: ReadonlyMap<string, ReadonlyMap<string, Found>>): Section {
  const places = new Set([...found.values()].flatMap((own) => [...own.keys()]))
  const counts = new Map<string, number>()
  for (const place of places) {
    const finders = [...found].flatMap(([name, own]) => (own.has(place) ? [name] : [])).join(', ')
    counts.set(finders, (counts.get(finders) ?? 0) + 1)
  }
  const rows = [...counts].sort(([, a], [, b]) => b - a).map(([finders, n]) => [finders, count(n)])
  return {
    title: 'Who found the same',
    parts: [
      text('Violations by the exact set of configurations that found them: the regions of a Venn diagram.'),
      table(['found by', 'violations'], rows),
    ],
  }
}

function events(data: StudyData): Section {
  const rows = data.configurations.flatMap(({ name }) => {
    const records = data.subjects.flatMap((subject) => data.of(subject, name)?.monitoring ?? [])
    if (records.length === 0) return []
    const sum = (field: 'events' | 'monitors' | 'collected' | 'traces' | 'uniqueTraces') =>
      count(records.reduce((all, record) => all + record[field], 0))
    const escaped = records.reduce((all, { processes }) => all + processes.escaped, 0)
    return [
      [name, sum('events'), sum('monitors'), sum('collected'), sum('traces'), sum('uniqueTraces'), count(escaped)],
    ]
  })
  return {
    title: 'Events, monitors, traces',
    parts: [
      text('Sums over subjects, one run each.'),
      table(
        ['configuration', 'events', 'monitors', 'collected', 'traces', 'unique traces', 'processes that escaped'],
        rows,
      ),
    ],
  }
}
