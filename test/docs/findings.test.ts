/** `docs/findings.md` says what `docs/findings/verdicts.json` holds, and every bug in released code has a reproduction. */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isInPreset } from '#src/cli/presets.ts'
import { readCatalogue } from '#src/load/read-catalogue.ts'
import { falseAlarmShares, kappa, readFindings, withFindings } from '../../scripts/findings.mjs'
import { listReproductions, readReproduction } from '../../scripts/reproduce.mjs'

const findings = readFindings()
const catalogue = new Map((await readCatalogue()).map((spec) => [spec.id, spec]))
const isRecommended = (id: string) => isInPreset(catalogue.get(id)!, 'recommended')
const released = findings.violations.filter(({ verdict, origin }) => verdict === 'true bug' && origin !== 'test')
const twice = findings.violations.filter(({ first, second }) => first !== undefined && second !== undefined)

test('the tables of the document follow from the verdicts: npm run findings', () => {
  const text = readFileSync(new URL('../../docs/findings.md', import.meta.url), 'utf8')
  expect(text).toBe(withFindings(text, findings, isRecommended))
})

test('enough was run, looked at, and looked at twice', () => {
  expect(findings.projects.length).toBeGreaterThanOrEqual(30)
  expect(twice.length).toBeGreaterThanOrEqual(60)
  expect(new Set(released.map(({ reproduction }) => reproduction)).size).toBeGreaterThanOrEqual(20)
})

test('a violation is one spec at one place of one version', () => {
  const keys = findings.violations.map(
    ({ found, project, version, spec, file, line }) => `${found} ${project}@${version} ${spec} ${file}:${line}`,
  )
  expect(new Set(keys).size).toBe(keys.length)
})

test('verdicts speak of specs that exist', () => {
  expect(findings.violations.filter(({ spec }) => !catalogue.has(spec))).toEqual([])
})

test('a spec of which more than a third of what it reports is no bug is not recommended', () => {
  const shares = [...falseAlarmShares(findings.violations)]
  expect(shares.length).toBeGreaterThanOrEqual(20)
  expect(shares.filter(([spec, share]) => share > 1 / 3 && isRecommended(spec))).toEqual([])
})

test('no spec was mended by keeping quiet about a bug', () => {
  expect(findings.violations.filter(({ verdict, mended }) => verdict === 'true bug' && mended === true)).toEqual([])
})

test('every verdict has its reason', () => {
  const judged = findings.violations.filter(({ verdict }) => verdict !== undefined)
  expect(judged.filter(({ reason = '' }) => reason === '')).toEqual([])
})

test('judges who differ have settled it', () => {
  const differ = twice.filter(({ first, second }) => first !== second)
  expect(differ.filter(({ settled }) => settled === undefined)).toEqual([])
})

describe('reproductions', () => {
  test('each shows a bug that was found, and each bug in released code has one', () => {
    expect(released.filter(({ reproduction }) => reproduction === undefined)).toEqual([])
    expect(new Set(released.map(({ reproduction }) => reproduction))).toEqual(new Set(listReproductions()))
  })

  test.each(listReproductions())('%s says what it needs, what goes wrong and what is seen', (name) => {
    const { packages, title, sees } = readReproduction(name)
    for (const one of packages) expect(one).toMatch(/^(@[\w-]+\/)?[\w-]+@\d+\.\d+\.\d+$/)
    expect(title).toMatch(/^[A-Z].*\.$/)
    expect(sees).not.toBe('')
  })
})

describe('kappa', () => {
  test('is 1 for judges who always agree and 0 for one who always says the same', () => {
    expect(
      kappa([
        ['a', 'a'],
        ['b', 'b'],
      ]),
    ).toBe(1)
    expect(
      kappa([
        ['a', 'a'],
        ['b', 'a'],
      ]),
    ).toBe(0)
  })

  test('is the value of a table computed by hand', () => {
    // 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: agreement 0.7, by chance 0.5.
    const times = (count: number, pair: readonly [string, string]) => Array.from({ length: count }, () => pair)
    const pairs = [
      ...times(20, ['yes', 'yes']),
      ...times(5, ['yes', 'no']),
      ...times(10, ['no', 'yes']),
      ...times(15, ['no', 'no']),
    ]
    expect(kappa(pairs)).toBeCloseTo(0.4)
  })
})
