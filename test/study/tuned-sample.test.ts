import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { performRun } from '#src/study/perform-run.ts'
import type { Configuration, Subject } from '#src/study/study.ts'
import { tunedSample, type TuningPlace } from '#src/study/tuned-sample.ts'

let scratch: string
beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'jsmop-tuned-'))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const subject = (version: string): Subject => ({
  id: `a@${version}`,
  project: 'a',
  version,
  source: { kind: 'npm', name: 'a', version },
  install: 'true',
  test: "node 'a test.js'",
  before: undefined,
  labels: {},
})

const tuned: Configuration = {
  name: 'tuned',
  options: ['--preset', 'all', '--traces', '--spec', '!b/c'],
  tune: 12,
}

/** Stands for the command line: writes down how it was called, and what tuning would have found. */
const program = (best: string | undefined) => `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
appendFileSync(process.env.CALLS, JSON.stringify(process.argv.slice(2)) + '\\n')
mkdirSync('.jsmop', { recursive: true })
${best === undefined ? '' : `writeFileSync('.jsmop/tuning.json', JSON.stringify({ best: '${best}' }))`}
`

function placeIn(name: string, best: string | undefined): { place: TuningPlace; calls: () => unknown[] } {
  const home = path.join(scratch, name)
  for (const folder of ['project', 'scratch']) mkdirSync(path.join(home, folder), { recursive: true })
  const jsmop = path.join(home, 'jsmop.mjs')
  writeFileSync(jsmop, program(best))
  const calls = path.join(home, 'calls')
  return {
    place: {
      folder: path.join(home, 'project'),
      cache: path.join(home, 'cache'),
      jsmop,
      env: { ...process.env, CALLS: calls },
      scratch: path.join(home, 'scratch'),
      quote: (word) => `'${word.replaceAll("'", `'\\''`)}'`,
    },
    calls: () =>
      readFileSync(calls, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
  }
}

test('a project is tuned once, on its first version, and other configurations see nothing of it', async () => {
  const { place, calls } = placeIn('once', 'valg:default,first=3')
  expect(await tunedSample(subject('1.0.0'), tuned, place)).toBe('valg:default,first=3')
  expect(await tunedSample(subject('1.1.0'), tuned, place)).toBe('valg:default,first=3')
  expect(calls()).toEqual([
    ['tune', '--fresh', '--trials', '12', '--preset', 'all', '--spec', '!b/c', '--', 'bash', '-c', "node 'a test.js'"],
  ])
  expect(existsSync(path.join(place.folder, '.jsmop'))).toBe(false)
})

test('other options are tuned for by themselves', async () => {
  const { place, calls } = placeIn('options', 'valg:default,first=3')
  await tunedSample(subject('1.0.0'), tuned, place)
  await tunedSample(subject('1.0.0'), { ...tuned, tune: 30 }, place)
  expect(calls()).toHaveLength(2)
})

test('where nothing can be tuned the usual settings stand', async () => {
  const { place } = placeIn('nothing', undefined)
  expect(await tunedSample(subject('1.0.0'), tuned, place)).toBe('valg:default')
})

test('the run that is measured finds nothing that tuning left behind', async () => {
  const home = path.join(scratch, 'apart')
  const folder = path.join(home, 'project')
  mkdirSync(folder, { recursive: true })
  const seen = path.join(home, 'seen')
  const jsmop = path.join(home, 'jsmop.mjs')
  writeFileSync(
    jsmop,
    `
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
const left = [process.env.TMPDIR, process.env.HOME].map((folder) => folder + '/left')
appendFileSync(${JSON.stringify(seen)}, process.argv[2] + ' ' + left.map((file) => existsSync(file)) + '\\n')
for (const file of left) writeFileSync(file, '')
mkdirSync('.jsmop', { recursive: true })
writeFileSync('.jsmop/tuning.json', JSON.stringify({ best: 'valg:default,first=3' }))
`,
  )
  await performRun(
    {
      subject: subject('1.0.0'),
      configuration: tuned,
      previous: undefined,
      repetition: 1,
      limits: { seconds: 60, megabytes: 4096 },
      instructions: false,
    },
    { folder, lockDigest: undefined },
    { jsmop, cache: path.join(home, 'cache') },
  )
  expect(readFileSync(seen, 'utf8')).toBe('tune false,false\nrun false,false\n')
})
