import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkStudy } from '#src/study/check-study.ts'
import { conductStudy } from '#src/study/conduct-study.ts'
import { LocalPool } from '#src/study/local-pool.ts'
import { renderMarkdown } from '#src/study/report/render-markdown.ts'
import { reportStudy } from '#src/study/report/report-study.ts'
import { studyData } from '#src/study/report/study-data.ts'
import { loadDistributions } from '#src/study/statistics/distributions.ts'
import { StudyStore } from '#src/study/study-store.ts'
import { studyWork } from '#src/study/study-work.ts'
import { onPath, systemProgram } from '../support/system-program.ts'

let folder: string
beforeAll(() => {
  systemProgram({
    find: () => onPath('valgrind'),
    debianPackage: 'valgrind',
    need: 'Tests of counted studies need valgrind on the PATH',
  })
  folder = mkdtempSync(path.join(tmpdir(), 'jsmop-counted-'))
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('instructions of the whole process tree repeat, and twice the work is twice as many', async () => {
  mkdirSync(path.join(folder, 'a'))
  const count = 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'
  const study = checkStudy(
    {
      name: 'counted',
      install: 'true',
      subjects: [{ folder: 'a', test: `bash -c '${count}'; echo ok 1` }],
      configurations: { twice: { wrap: `bash -c '${count}'; {command}` } },
      repetitions: 2,
      screening: 1,
      warmups: 0,
    },
    path.join(folder, 'study.json'),
  )
  const store = await StudyStore.open(path.join(folder, 'results.db'))
  const pool = new LocalPool(studyWork({ jsmop: 'unused', cache: path.join(folder, 'cache') }))
  store.setFact('instructions', true)
  store.setFact('machine', {})
  await conductStudy({ study: { ...study, instructions: true }, store, pool, exclusive: false })

  const counted = (name: string) =>
    store.runs().flatMap(({ configuration, instructions }) => (configuration === name ? [instructions!] : []))
  const [first, second] = counted('plain') as [number, number]
  expect(Math.abs(second / first - 1)).toBeLessThan(0.005)
  for (const twice of counted('twice')) {
    expect(twice / first).toBeGreaterThan(1.7)
    expect(twice / first).toBeLessThan(2.1)
  }
  const report = renderMarkdown(reportStudy(studyData(store), await loadDistributions()))
  expect(report).toMatch(/\| twice \| 1 \| 1\.\d{3}× \| 1\.\d{3}× \| 1\.\d{3}× \| 1\.\d{3}× \|/)
  expect(report).toMatch(
    /Of the 2 runs that were counted several times, the counts of one lay 0\.\d % apart in the median/,
  )
  expect(report).not.toContain('CPU time')
  store.close()
}, 60_000)
