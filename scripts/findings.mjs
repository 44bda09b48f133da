/**
 * `npm run findings`: writes `docs/findings.md` from `specs/findings.json`, in which people wrote down what they
 * saw in the source at the violations of a survey (`survey.mjs`).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

export function readFindings() {
  return JSON.parse(readFileSync(path.join(root, 'specs/findings.json'), 'utf8'))
}

/** An alarm about something harmless is a false one for whoever did not ask for it. */
export function isFalseAlarm({ verdict, harmless }) {
  return verdict === 'false alarm' || harmless === true
}

/** By spec: its findings, and the share of false alarms among those that the spec as it is would still report. */
export function bySpec(findings) {
  const specs = new Map()
  for (const finding of findings) specs.set(finding.spec, [...(specs.get(finding.spec) ?? []), finding])
  return [...specs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([spec, own]) => ({ spec, own, share: shareOf(own) }))
}

function shareOf(findings) {
  const open = findings.filter(({ mended }) => mended !== true)
  return open.length === 0 ? 0 : open.filter(isFalseAlarm).length / open.length
}

/** `presetOf` gives a spec's least preset. */
export function findingsPage({ date, projects, places, findings }, presetOf) {
  const twice = findings.filter(({ looks }) => looks === 2)
  const bugs = findings.filter((finding) => finding.verdict === 'true bug' && !isFalseAlarm(finding))
  const recommended = findings.filter(({ spec }) => presetOf(spec).startsWith('recommended'))
  const count = (list, test) => list.filter(test).length
  const percent = (share) => `${Math.round(100 * share)} %`
  return `# Findings

What every spec of the catalogue reported in the tests of ${projects} real projects (${date}), libraries included:
${places} distinct places. Of these, and of released packages that were driven by small programs, ${findings.length} were looked at in
the source, ${twice.length} of them twice and independently (with the same verdict in ${count(twice, ({ agreed }) => agreed)}). [How often events happened](studies.md#what-real-projects-show-of-the-specs)
is shown with each spec.

- **True bug**: the documentation forbids it and it does harm. **Harmless**: forbidden, and nothing comes of it there, as
  in a test that leaves a response unread; for the \`recommended\` preset it counts as a false alarm.
- **False alarm**: nothing wrong. **Mended**: the spec does not report it any more.
- **Difficult**: not to be decided by reading.

${bugs.length} true bugs, ${count(bugs, ({ origin }) => origin !== 'test')} of them outside tests. Specs in \`recommended\` made ${recommended.length} of these reports; of those that they would still
make, ${percent(shareOf(recommended))} are false alarms. A spec with more than a third is not in \`recommended\`.

## By spec

| spec | preset | places | true bugs | harmless | false alarms | difficult | mended | false alarms left |
|---|---|---|---|---|---|---|---|---|
${bySpec(findings)
  .map(({ spec, own, share }) =>
    [
      '',
      `[${spec}](../specs/${spec}/README.md)`,
      presetOf(spec).replace(/@.*/, ''),
      own.length,
      count(own, ({ verdict, harmless }) => verdict === 'true bug' && !harmless),
      count(own, ({ verdict, harmless }) => verdict === 'true bug' && harmless),
      count(own, ({ verdict }) => verdict === 'false alarm'),
      count(own, ({ verdict }) => verdict === 'difficult'),
      count(own, ({ mended }) => mended === true),
      percent(share),
      '',
    ]
      .join(' | ')
      .trim(),
  )
  .join('\n')}

## By project

${[...new Set(findings.map(({ project }) => project))].map((project) => projectText(findings.filter((finding) => finding.project === project))).join('\n\n')}
`
}

function projectText(findings) {
  const [{ project, version }] = findings
  const lines = findings.map((finding) => {
    const { spec, file, line, origin, verdict, mended, looks, reason } = finding
    const word = isFalseAlarm(finding) && verdict === 'true bug' ? 'harmless' : verdict
    const notes = [origin, ...(looks === 2 ? ['looked at twice'] : []), ...(mended ? ['mended'] : [])]
    const place = file === '' ? 'without a place' : `\`${file}:${line}\``
    return `- **${word}** ${place} ${spec} (${notes.join(', ')}): ${escape(reason)}`
  })
  return `### ${project} ${version}\n\n${lines.join('\n')}`
}

/** As text, not as HTML or emphasis. */
function escape(text) {
  return text.replaceAll(/[<>*_[\]|\\]/g, (letter) => `\\${letter}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { presetOf } = await import('../dist/src/cli/presets.js')
  const { readCatalogue } = await import('../dist/src/load/read-catalogue.js')
  const presets = new Map((await readCatalogue()).map((spec) => [spec.id, presetOf(spec)]))
  writeFileSync(
    path.join(root, 'docs/findings.md'),
    findingsPage(readFindings(), (id) => presets.get(id)),
  )
}
