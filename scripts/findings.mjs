/**
 * `npm run findings`: puts into `docs/findings.md` the tables and numbers that follow from
 * `docs/findings/verdicts.json`, each between marks, so that they cannot differ from the verdicts.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readReproduction } from './reproduce.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const document = path.join(root, 'docs/findings.md')

export function readFindings() {
  return JSON.parse(readFileSync(path.join(root, 'docs/findings/verdicts.json'), 'utf8'))
}

const verdicts = ['true bug', 'harmless', 'false alarm', 'difficult to inspect']

const percent = (part, whole) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`)
const isBug = ({ verdict }) => verdict === 'true bug'
/** Misuse without any consequence is no bug, however right the report is. */
const isAlarm = ({ verdict }) => verdict === 'harmless' || verdict === 'false alarm'
/** The second judge went through what recurs by its pattern. */
const isSeenTwice = ({ first, second, secondByPattern }) =>
  first !== undefined && second !== undefined && secondByPattern !== true
const isSeen = ({ first, secondByPattern }) => first !== undefined || secondByPattern !== true
const wasRecommended = ({ preset }) => preset === 'recommended'

/** By spec, the share of false alarms among what the spec as it is would still report. */
export function falseAlarmShares(violations) {
  const reported = violations.filter(({ verdict, mended }) => verdict !== undefined && mended !== true)
  return new Map(
    [...groupBy(reported, ({ spec }) => spec)].map(([spec, group]) => [
      spec,
      group.filter(isAlarm).length / group.length,
    ]),
  )
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function countsOf(violations) {
  return verdicts.map((verdict) => violations.filter((violation) => violation.verdict === verdict).length)
}

function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** Cohen's kappa: agreement beyond that of two judges who draw their verdicts by chance, each as often as they did. */
export function kappa(pairs) {
  const share = (test) => pairs.filter(test).length / pairs.length
  const agreed = share(([first, second]) => first === second)
  const chance = [...new Set(pairs.flat())]
    .map((verdict) => share(([first]) => first === verdict) * share(([, second]) => second === verdict))
    .reduce((sum, product) => sum + product, 0)
  return chance === 1 ? 1 : (agreed - chance) / (1 - chance)
}

const sections = {
  summary({ violations, projects, programs }, isRecommended) {
    const judged = violations.filter(({ verdict }) => verdict !== undefined)
    const rows = [
      ['tests of projects', ({ found }) => found === 'tests'],
      ['tests of projects, fault not in a test', ({ found, origin }) => found === 'tests' && origin !== 'test'],
      ['programs', ({ found }) => found === 'program'],
      ['both', () => true],
    ].flatMap(([title, isMeant]) => {
      const group = judged.filter(isMeant)
      return [
        [title, group],
        ['… by specs of `recommended` as it was', group.filter(wasRecommended)],
        ['… as it is', group.filter(({ spec, mended }) => isRecommended(spec) && mended !== true)],
      ]
    })
    const released = judged.filter((one) => isBug(one) && one.origin !== 'test')
    const bugs = new Set(released.map(({ reproduction }) => reproduction))
    return [
      `${projects.length} projects by their own tests and ${programs.length} packages by small programs; ` +
        `${violations.length} distinct violations (spec and place), ${judged.filter(isSeen).length} of them looked at one by one in the source, ` +
        `${judged.filter(isSeenTwice).length} twice and independently; the other ${judged.filter((one) => !isSeen(one)).length} repeat a pattern ` +
        `(an unread body, a client or a server without a listener, in tests) and were judged by it, with samples opened. ` +
        `${released.length} places in released code are true bugs; they are ${bugs.size} bugs, each with a failing reproduction.`,
      '',
      table(
        ['found by', 'judged', ...verdicts, 'false alarms, harmless ones included'],
        rows.map(([title, group]) => [
          title,
          group.length,
          ...countsOf(group),
          percent(group.filter(isAlarm).length, group.length),
        ]),
      ),
    ].join('\n')
  },

  projects({ projects }) {
    return table(
      ['project', 'events', 'monitors', 'violations'],
      projects.map(({ name, version, events, monitors, violations }) => [
        `${name}@${version}`,
        events,
        monitors,
        violations,
      ]),
    )
  },

  programs({ programs, violations }) {
    return programs
      .map(({ name, version }) => {
        const found = violations.filter(
          (one) => one.found === 'program' && one.project === name && one.version === version,
        )
        return `${name}@${version} (${found.length})`
      })
      .join(', ')
  },

  specs({ violations }, isRecommended) {
    const rows = [...groupBy(violations, ({ spec }) => spec)]
      .sort(([, one], [, other]) => other.length - one.length)
      .map(([spec, group]) => {
        const judged = group.filter(({ verdict }) => verdict !== undefined)
        return [
          `[${spec}](../specs/${spec}/README.md)`,
          isRecommended(spec) ? 'yes' : wasRecommended(group[0]) ? 'left' : 'no',
          group.length,
          ...['project', 'dependency', 'test', 'runtime'].map(
            (origin) => group.filter((one) => one.origin === origin).length,
          ),
          judged.length,
          ...countsOf(judged),
          percent(judged.filter(isAlarm).length, judged.length),
        ]
      })
    const head = ['spec', '`recommended`', 'places', 'project', 'dependency', 'test', 'runtime', 'judged', ...verdicts]
    return table([...head, 'false alarms'], rows)
  },

  demotions({ violations }, isRecommended) {
    const shares = falseAlarmShares(violations)
    const left = groupBy(
      violations.filter((one) => one.verdict !== undefined && wasRecommended(one) && !isRecommended(one.spec)),
      ({ spec }) => spec,
    )
    return table(
      ['spec', 'judged', ...verdicts, 'mended', 'false alarms left'],
      [...left].map(([spec, group]) => [
        spec,
        group.length,
        ...countsOf(group),
        group.filter(({ mended }) => mended).length,
        shares.has(spec) ? `${Math.round(100 * shares.get(spec))} %` : '–',
      ]),
    )
  },

  bugs({ violations }) {
    const found = violations.filter((one) => isBug(one) && one.origin !== 'test')
    return table(
      ['package', 'place', 'spec', 'what goes wrong', 'reproduction'],
      [...groupBy(found, ({ reproduction }) => reproduction)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([reproduction, group]) => {
          const { packages, title } = readReproduction(reproduction)
          const places = group.map(({ file, line }) => `${file.replace(/^.*node_modules\//, '')}:${line}`)
          return [
            packages[0],
            [...new Set(places)].join(', '),
            [...new Set(group.map(({ spec }) => spec))].join(', '),
            title,
            `[${reproduction}](findings/reproductions/${reproduction}.mjs)`,
          ]
        }),
    )
  },

  agreement({ violations }) {
    const twice = violations.filter(({ first, second }) => first !== undefined && second !== undefined)
    const same = twice.filter(({ first, second }) => first === second)
    const value = kappa(twice.map(({ first, second }) => [first, second])).toFixed(2)
    const groups = groupBy(
      twice.filter(({ settled }) => settled !== undefined),
      (one) => [one.project, one.spec, one.first, one.second, one.verdict, one.settled].join('\n'),
    )
    return [
      `Of ${twice.length} violations that both judged (the second ${twice.filter((one) => !isSeenTwice(one)).length} of them by their pattern), ${same.length} were judged alike ` +
        `(${percent(same.length, twice.length)}; Cohen's kappa ${value}), harmless and false alarm taken together.`,
      '',
      table(
        ['violations', 'first', 'second', 'settled as', 'because'],
        [...groups.values()].map((group) => [
          `${group[0].project}, ${group[0].spec}, ${group.map(({ file, line }) => `${file}:${line}`).join(', ')}`,
          group[0].first,
          group[0].second,
          group[0].verdict,
          group[0].settled,
        ]),
      ),
    ].join('\n')
  },

  verdicts({ violations }) {
    return table(
      ['project', 'place', 'spec', 'origin', 'verdict', 'why'],
      violations
        .filter(({ verdict }) => verdict !== undefined)
        .map((one) => [
          `${one.project}@${one.version}`,
          one.file === '' ? '–' : `${one.file}:${one.line}`,
          one.spec,
          one.package === undefined ? one.origin : `${one.origin} (${one.package})`,
          one.mended ? `${one.verdict}, mended` : one.verdict,
          one.reason,
        ]),
    )
  },
}

/** The text with each marked part made anew; `isRecommended` knows the preset as it is. */
export function withFindings(text, findings, isRecommended) {
  for (const [name, render] of Object.entries(sections)) {
    const marks = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`)
    if (!marks.test(text)) throw new Error(`the document has no <!-- ${name} --> marks`)
    text = text.replace(marks, (_, begin, end) => `${begin}\n${render(findings, isRecommended)}\n\n${end}`)
  }
  return text
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { isInPreset } = await import('../dist/src/cli/presets.js')
  const { readCatalogue } = await import('../dist/src/load/read-catalogue.js')
  const catalogue = new Map((await readCatalogue()).map((spec) => [spec.id, spec]))
  const isRecommended = (id) => isInPreset(catalogue.get(id), 'recommended')
  writeFileSync(document, withFindings(readFileSync(document, 'utf8'), readFindings(), isRecommended))
}
