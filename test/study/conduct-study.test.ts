import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { UserError } from '#src/diagnostics/user-error.ts'
import { checkStudy } from '#src/study/check-study.ts'
import { conductStudy } from '#src/study/conduct-study.ts'
import { exportCsv, exportJson, readExport } from '#src/study/export-study.ts'
import { LocalPool } from '#src/study/local-pool.ts'
import { StudyStore } from '#src/study/study-store.ts'
import { studyWork } from '#src/study/study-work.ts'
import type { Study } from '#src/study/study.ts'
import { countShared } from '#src/study/trace-set.ts'

let scratch: string
let folder: string
beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'jsmop-conduct-'))
})
beforeEach(() => {
  folder = mkdtempSync(path.join(scratch, 'study-'))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function studyOf(tests: Readonly<Record<string, string>>, more: object = {}): Study {
  for (const name of Object.keys(tests)) mkdirSync(path.join(folder, name), { recursive: true })
  const subjects = Object.entries(tests).map(([name, command]) => ({ folder: name, test: command }))
  const content = {
    name: 'local',
    install: 'true',
    subjects,
    configurations: { other: { wrap: '{command}' } },
    repetitions: 1,
    screening: 2,
    warmups: 0,
    ...more,
  }
  return checkStudy(content, path.join(folder, 'study.json'))
}

const openStore = () => StudyStore.open(path.join(folder, 'results.db'))
const work = () => studyWork({ jsmop: 'unused', cache: path.join(folder, 'cache'), machine: 'here' })

async function conduct(study: Study, pool = new LocalPool(work())): Promise<{ store: StudyStore; told: string[] }> {
  const store = await openStore()
  const told: string[] = []
  await conductStudy({ study, store, pool, exclusive: false, onProgress: ({ last }) => told.push(last) })
  return { store, told }
}

const keysOf = (store: StudyStore) =>
  store.runs().map(({ subject, configuration, repetition }) => `${subject} ${configuration} ${repetition}`)

test('runs of a subject are interleaved, and each repetition begins with another configuration', async () => {
  const { store } = await conduct(studyOf({ a: 'echo ok 1', b: 'echo ok 1' }, { repetitions: 2, screening: 1 }))
  expect(keysOf(store)).toEqual([
    'a screening 1',
    'b screening 1',
    'a other 1',
    'a plain 1',
    'b other 1',
    'b plain 1',
    'a plain 2',
    'a other 2',
    'b plain 2',
    'b other 2',
  ])
  store.close()
})

test('a subject that fails, is flaky or cannot be installed is set aside, and says why', async () => {
  const counter = path.join(folder, 'counter')
  const study = studyOf({
    good: 'echo ok 1',
    failing: 'echo not ok 1; exit 3',
    flaky: `echo x >>'${counter}'; seq $(wc -l <'${counter}') | sed 's/^/ok /'`,
  })
  const refused = studyOf({ broken: 'true' }, { install: 'echo no such thing >&2; false' }).projects
  const { store } = await conduct({ ...study, projects: [...study.projects, ...refused] })
  expect(store.subjects().map(({ subject, status, reason }) => [subject.id, status, reason])).toEqual([
    ['good', 'ready', undefined],
    ['failing', 'set aside', 'plain run 1 ended with exit code 3, 1 failed'],
    ['flaky', 'set aside', 'flaky: 1 passed and 0 failed in plain run 1, 2 passed and 0 failed in plain run 2'],
    ['broken', 'set aside', '`echo no such thing >&2; false` failed: no such thing'],
  ])
  expect(keysOf(store).filter((key) => !key.includes('screening'))).toEqual(['good other 1', 'good plain 1'])
  store.close()
})

test('a run that goes otherwise than the plain runs is stored with what differs', async () => {
  const configurations = { loud: { wrap: '{command}; echo more >&2; exit 4' } }
  const { store, told } = await conduct(studyOf({ a: 'echo ok 1' }, { configurations }))
  expect(store.runs().map(({ configuration, difference }) => [configuration, difference])).toEqual([
    ['screening', undefined],
    ['screening', undefined],
    ['loud', 'exit code 4 instead of 0'],
    ['plain', undefined],
  ])
  expect(told.some((line) => /^a loud 1: \d+\.\d\d s, differs: exit code 4 instead of 0$/.test(line))).toBe(true)
  store.close()
})

test('the traces of a run are kept with it', async () => {
  type Work = ReturnType<typeof work>
  const monitoring = {
    events: 3,
    monitors: 2,
    collected: 0,
    traces: 2,
    uniqueTraces: 2,
    processes: { monitored: 1, skipped: 0, escaped: 0 },
    disabled: 0,
    violations: [],
    woven: 0,
    split: { preparing: 0, startUp: 0, instrumentation: 0, reporting: 0 },
  }
  const pool = new LocalPool<Parameters<Work>[0], Parameters<Parameters<Work>[1]>[0]>((task, report) =>
    work()(task, (finished, rest) => {
      const kept = finished.kind === 'run' && finished.run.record.configuration === 'other'
      if (!kept) return report(finished, rest)
      const { record } = finished.run
      return report(
        { ...finished, run: { ...finished.run, record: { ...record, monitoring }, traces: ['a', 'b'] } },
        rest,
      )
    }),
  )
  const { store } = await conduct(studyOf({ a: 'echo ok 1' }), pool)
  const { monitoring: stored } = store.runs().find(({ configuration }) => configuration === 'other')!
  expect(countShared(stored!.traceSet!)).toBe(2)
  store.close()
})

test('what was interrupted is continued: finished runs are not made again, half-finished ones do not count', async () => {
  const log = path.join(folder, 'made')
  const study = studyOf({ a: `echo x >>'${log}'; echo ok 1`, b: `echo x >>'${log}'; echo ok 1` }, { repetitions: 3 })
  let reports = 0
  const dying = new LocalPool<
    Parameters<ReturnType<typeof work>>[0],
    Parameters<Parameters<ReturnType<typeof work>>[1]>[0]
  >((task, report) =>
    work()(task, (finished, rest) => {
      reports += 1
      // The run was made, but whoever made it did not live to tell.
      if (reports > 7) throw new Error('gone')
      return report(finished, rest)
    }),
  )
  const first = await conduct(study, dying)
  expect(first.told.filter((line) => line.endsWith('gone')).length).toBeGreaterThan(0)
  expect(first.store.runs()).toHaveLength(7)
  const made = () => readFileSync(log, 'utf8').split('\n').length - 1
  const wasted = made() - 7
  first.store.close()
  const second = await conduct(study)
  expect(second.store.runs()).toHaveLength(2 * (2 + 3 * 2))
  expect(new Set(keysOf(second.store)).size).toBe(2 * (2 + 3 * 2))
  expect(made()).toBe(2 * (2 + 3 * 2) + wasted)
  second.store.close()
})

test('a configuration that changed since its runs were made is refused', async () => {
  const { store } = await conduct(studyOf({ a: 'echo ok 1' }))
  store.close()
  const changed = studyOf({ a: 'echo ok 1' }, { configurations: { other: { wrap: 'nice {command}' } } })
  const error: unknown = await conduct(changed).then(
    () => undefined,
    (fault: unknown) => fault,
  )
  expect(error).toBeInstanceOf(UserError)
  expect((error as UserError).message).toBe(
    'the configuration "other" is not what it was when its stored runs were made',
  )
})

test('runs are exported as a table and as JSON', async () => {
  const { store } = await conduct(studyOf({ a: 'echo ok 1' }, { screening: 1, configurations: {} }))
  const [head, ...rows] = exportCsv(store).split('\r\n')
  expect(head).toBe(
    'subject,configuration,repetition,machine,started,exit_code,stopped,passed,failed,wall_ms,cpu_ms,instructions,peak_bytes,preparing_ms,start_up_ms,instrumentation_ms,reporting_ms,events,monitors,traces,unique_traces,violations,difference,fault',
  )
  expect(rows).toHaveLength(3)
  expect(rows[1]).toMatch(/^a,plain,1,here,\d{4}-[^,]+,0,,1,0,[\d.]+,[\d.]+,,\d*,,,,,,,,,,,$/)
  const read = readExport(exportJson(store))
  expect(read.runs()).toEqual(store.runs())
  expect(read.subjects()).toEqual(JSON.parse(JSON.stringify(store.subjects())))
  expect(read.configurations()).toEqual(store.configurations())
  store.close()
})

test('a folder that changed is prepared again', async () => {
  writeFileSync(path.join(folder, 'test.sh'), '')
  const study = studyOf({ a: 'cat content; echo ok 1' }, { screening: 1, configurations: {} })
  writeFileSync(path.join(folder, 'a/content'), 'first\n')
  const first = await conduct(study)
  expect(first.store.outcomes('a', 'screening').map(({ stdout }) => stdout)).toEqual(['first\nok 1\n'])
  first.store.close()
  rmSync(path.join(folder, 'results.db'))
  writeFileSync(path.join(folder, 'a/content'), 'second\n')
  const second = await conduct(study)
  expect(second.store.outcomes('a', 'screening').map(({ stdout }) => stdout)).toEqual(['second\nok 1\n'])
  second.store.close()
})
