/** The page of findings is what its data says, and the presets follow it. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isInPreset, presetOf } from '#src/cli/presets.ts'
import { readCatalogue } from '#src/load/read-catalogue.ts'
import { bySpec, findingsPage, isFalseAlarm, readFindings } from '../../scripts/findings.mjs'

const catalogue = new Map((await readCatalogue()).map((spec) => [spec.id, spec]))
const recorded = readFindings()
const { findings } = recorded

test('the page is made from the findings: npm run findings', () => {
  const page = findingsPage(recorded, (id) => presetOf(catalogue.get(id)!))
  expect(readFileSync(new URL('../../docs/findings.md', import.meta.url), 'utf8')).toBe(page)
})

test('findings speak of specs that exist, of released versions, and give a reason', () => {
  expect(findings.filter(({ spec }) => !catalogue.has(spec))).toEqual([])
  expect(findings.filter(({ version, reason }) => !/^\d/.test(version) || reason === '')).toEqual([])
  expect(findings.filter(({ file, origin }) => file === '' && origin !== 'runtime')).toEqual([])
  const places = findings.map(({ project, version, spec, file, line }) =>
    [project, version, spec, file, line].join(' '),
  )
  expect(new Set(places).size).toBe(places.length)
})

test('enough was looked at, twice, and found true', () => {
  expect(findings.filter(({ looks }) => looks === 2).length).toBeGreaterThanOrEqual(60)
  const bugs = findings.filter((finding) => finding.verdict === 'true bug' && !isFalseAlarm(finding))
  expect(bugs.filter(({ origin }) => origin !== 'test').length).toBeGreaterThanOrEqual(20)
})

test('a spec of which more than a third of what it reports is no bug is not recommended', () => {
  const specs = bySpec(findings)
  expect(specs.length).toBeGreaterThanOrEqual(20)
  const wrong = specs.filter(({ spec, share }) => share > 1 / 3 && isInPreset(catalogue.get(spec)!, 'recommended'))
  expect(wrong.map(({ spec, share }) => `${spec} ${share.toFixed(2)}`)).toEqual([])
})
