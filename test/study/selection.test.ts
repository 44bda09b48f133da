import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../support/property.ts'
import { checkStudy } from '#src/study/check-study.ts'
import { readTraces } from '#src/study/read-traces.ts'
import { compareSelection } from '#src/study/report/compare-selection.ts'
import { renderMarkdown } from '#src/study/report/render-markdown.ts'
import { studyData } from '#src/study/report/study-data.ts'
import type { FoundViolation, MonitoringRecord, RunRecord } from '#src/study/run-record.ts'
import { StudyStore } from '#src/study/study-store.ts'
import { countShared, traceSetOf, union } from '#src/study/trace-set.ts'

describe('sets of traces', () => {
  const numbers = fc.uniqueArray(fc.nat(200))

  test('have the union and the intersection of sets', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const [own, other] = [traceSetOf(a), traceSetOf(b)]
        expect(countShared(own)).toBe(a.length)
        expect(countShared(own, other)).toBe(a.filter((number) => b.includes(number)).length)
        expect(countShared(union([own, other]))).toBe(new Set([...a, ...b]).size)
      }),
      runs(200),
    )
  })
})

describe('traces of a run', () => {
  const head = JSON.stringify({
    schema: 1,
    sites: [
      ['', 0, 0],
      ['a.js', 1, 2],
      ['node_modules/b/b.js', 3, 4],
    ],
  })
  const trace = (count: number, ...events: [string, number, number][]) => JSON.stringify({ spec: 's/t', count, events })

  test('are told apart by spec, events, places and lengths, however the places are numbered', () => {
    const own = readTraces([head, trace(1, ['open', 1, 1], ['use', 2, 3]), trace(1, ['open', 1, 1])].join('\n'))!
    const swapped = JSON.stringify({
      schema: 1,
      sites: [
        ['node_modules/b/b.js', 3, 4],
        ['a.js', 1, 2],
      ],
    })
    const other = readTraces([swapped, trace(7, ['open', 1, 1], ['use', 0, 3]), trace(1, ['open', 1, 2])].join('\n'))!
    expect(other.digests[0]).toBe(own.digests[0])
    expect(new Set([...own.digests, ...other.digests]).size).toBe(3)
  })

  test('are not told apart by how much time has passed', () => {
    const { digests } = readTraces(
      [
        head,
        trace(1, ['settle', 1, 1], ['turn', 0, 3]),
        trace(1, ['settle', 1, 1], ['turn', 0, 4]),
        trace(1, ['settle', 1, 1]),
        trace(1, ['settle', 1, 1], ['turn', 0, 1], ['settle', 2, 1]),
        trace(1, ['settle', 1, 1], ['turn', 0, 2], ['settle', 2, 1], ['turn', 0, 5]),
        trace(1, ['settle', 1, 1], ['settle', 2, 1]),
        trace(1, ['turn', 0, 1]),
      ].join('\n'),
    )!
    expect(digests).toHaveLength(4)
  })

  test('repeat themselves, in events as many as the repetitions are long', () => {
    const { duplicates } = readTraces(
      [head, trace(3, ['open', 2, 1], ['use', 2, 4]), trace(2, ['open', 1, 1]), trace(1, ['use', 1, 9])].join('\n'),
    )!
    expect(duplicates).toEqual({ repeated: 2, oneFile: 2, inLibraries: 1, specs: 1, events: 2 * 5 + 1 })
  })

  test('are not there where none were kept', () => {
    expect(readTraces('')).toBeUndefined()
  })
})

describe('the report of selection', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'jsmop-selection-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const violation = (line: number): FoundViolation => ({
    spec: 's/t',
    severity: 'error',
    file: 'a.js',
    line,
    package: null,
    count: 1,
    instances: 1,
  })

  /** What `made` says of a study, as its tables. */
  const tables = (sections: ReturnType<typeof compareSelection>) =>
    renderMarkdown({ title: '', sections })
      .split('\n')
      .filter((line) => line.startsWith('|'))

  const outcome = { exitCode: 0, stopped: undefined, tests: undefined, stdout: '', stderr: '' }
  const runOf = (subject: string, configuration: string, repetition: number, cpuMs: number): RunRecord => ({
    subject,
    configuration,
    repetition,
    machine: 'here',
    started: '2026-11-15T10:00:00.000Z',
    exitCode: 0,
    stopped: undefined,
    tests: undefined,
    wallMs: 1000,
    cpuMs,
    peakBytes: 1e6,
    monitoring: undefined,
    fault: undefined,
  })

  /** By configuration and repetition: CPU ms over the plain run of 1000, traces by name, how many there were, violations. */
  const made: Readonly<Record<string, readonly (readonly [number, string, number, readonly number[]])[]>> = {
    full: [
      [600, 'abcd', 104, [1, 2]],
      [600, 'abce', 104, [1]],
    ],
    some: [
      [250, 'abc', 8, [1]],
      [250, 'abex', 9, [1, 9]],
    ],
  }

  test('holds each sampled run to the union of the full ones', async () => {
    const study = checkStudy(
      {
        subjects: [{ npm: 'one@1.0.0', test: 'x' }],
        configurations: {
          full: { preset: 'all', traces: true },
          some: { preset: 'all', traces: true, sample: 'valg' },
          other: { preset: 'all', sample: 'valg' },
        },
      },
      '/study.json',
    )
    const store = await StudyStore.open(path.join(folder, 'results.db'))
    store.setFact('study', 'selection')
    store.define([study.projects[0]!.subjects[0]!], study.configurations)
    store.judge('one@1.0.0', 'ready', undefined)
    const record = (configuration: string, repetition: number, added: number, peakBytes: number): RunRecord => ({
      ...runOf('one@1.0.0', configuration, repetition, 1000 + added),
      peakBytes,
    })
    for (const repetition of [1, 2]) {
      store.add({ record: record('plain', repetition, 0, 50e6), outcome }, undefined, false)
      for (const [name, entries] of Object.entries(made)) {
        const [added, traces, number, lines] = entries[repetition - 1]!
        const monitoring: MonitoringRecord = {
          events: 0,
          monitors: number,
          collected: 0,
          traces: number,
          uniqueTraces: traces.length,
          processes: { monitored: 1, skipped: 0, escaped: 0 },
          disabled: 0,
          violations: lines.map(violation),
          split: { preparing: 20, startUp: 40, instrumentation: 30, reporting: 10 },
          duplicates: { repeated: 1, oneFile: 1, inLibraries: 0, specs: 1, events: 2 * (number - traces.length) },
        }
        const own = { ...record(name, repetition, added, name === 'full' ? 200e6 : 100e6), monitoring }
        const digests = Array.from(traces)
        expect(store.add({ record: own, outcome, traces: digests }, undefined, false)).toBe(true)
        expect(store.add({ record: own, outcome, traces: digests }, undefined, false)).toBe(false)
      }
    }
    const sections = compareSelection(studyData(store))
    store.close()
    // Union: 5 traces, 2 violations. Sampled: 3 and 3 of the traces, 1 and 1 of the violations; 5 of 100 redundant each.
    // Monitoring alone: 600 - 100 and 250 - 100 ms.
    expect(tables(sections)).toEqual([
      '| configuration | subjects | median | slower by 5 % | memory | measurable | removed, mean | best | of the sum |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
      '| some | 1 | 0.78× | 0 | 0.50× | 1 | 70.0 % | 70.0 % | 70.0 % |',
      '| subject | monitors | monitoring alone, ms | some |',
      '| --- | --- | --- | --- |',
      '| one@1.0.0 | 104 | 500 | 70.0 % |',
      '| configuration | subjects | unique traces kept, mean | in total | violations kept, mean | in total | redundant traces left | redundant events left |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      '| full | 1 | 80.0 % | 80.0 % | 75.0 % | 75.0 % | 100.0 % | 100.0 % |',
      '| some | 1 | 60.0 % | 60.0 % | 50.0 % | 50.0 % | 5.0 % | 5.0 % |',
    ])
  })

  test.each([
    ['time', false],
    ['instructions', true],
  ])('takes monitoring alone from the run whose events nobody hears, by %s', async (_, counted) => {
    const study = checkStudy(
      {
        subjects: [{ npm: 'one@1.0.0', test: 'x' }],
        configurations: {
          nobody: { preset: 'all', algo: 'none' },
          D: { preset: 'all' },
          valg: { preset: 'all', sample: 'valg' },
          random: { preset: 'all', sample: 'random:0.1' },
        },
      },
      '/study.json',
    )
    const store = await StudyStore.open(path.join(folder, `alone-${counted}.db`))
    store.setFact('study', 'selection')
    if (counted) store.setFact('instructions', true)
    store.define([study.projects[0]!.subjects[0]!], study.configurations)
    store.judge('one@1.0.0', 'ready', undefined)
    // Of 400 that D takes beyond the run that nobody hears, valg leaves none and random 300.
    for (const [configuration, cost] of Object.entries({ plain: 500, nobody: 800, D: 1200, valg: 780, random: 1100 })) {
      const run = runOf('one@1.0.0', configuration, 1, counted ? 1000 : cost)
      const record = { ...run, ...(counted ? { instructions: cost * 1e6 } : {}) }
      store.add({ record, outcome }, undefined, false)
    }
    const sections = compareSelection(studyData(store))
    store.close()
    const memory = counted ? '' : '1.00×'
    expect(tables(sections).slice(2)).toEqual([
      `| valg | 1 | 0.65× | 0 | ${memory} | 1 | 105.0 % | 105.0 % | 105.0 % |`,
      `| random | 1 | 0.92× | 0 | ${memory} | 1 | 25.0 % | 25.0 % | 25.0 % |`,
      `| subject | monitors | monitoring alone, ${counted ? 'million' : 'ms'} | valg | random |`,
      '| --- | --- | --- | --- | --- |',
      '| one@1.0.0 | 0 | 400 | 105.0 % | 25.0 % |',
    ])
    expect(sections[0]!.parts[0]).toMatchObject({
      text: expect.stringContaining('beyond one whose events are signalled to nobody (nobody).'),
    })
  })

  test('takes nothing for monitoring alone that repetitions of the same thing differ by', async () => {
    const study = checkStudy(
      {
        subjects: [
          { npm: 'clear@1.0.0', test: 'x' },
          { npm: 'noisy@1.0.0', test: 'x' },
        ],
        configurations: {
          nobody: { preset: 'all', algo: 'none' },
          D: { preset: 'all' },
          valg: { preset: 'all', sample: 'valg' },
          recommended: { preset: 'recommended' },
        },
      },
      '/study.json',
    )
    const store = await StudyStore.open(path.join(folder, 'noise.db'))
    store.setFact('study', 'selection')
    store.define(
      study.projects.flatMap(({ subjects }) => subjects),
      study.configurations,
    )
    // Their medians are the same, but for what valg leaves. Once the machine was slow, for all.
    const times = {
      clear: {
        plain: [500, 500, 500],
        nobody: [790, 800, 1300],
        D: [1190, 1200, 1700],
        valg: [890, 900, 1400],
        recommended: [600, 600, 600],
      },
      noisy: {
        plain: [500, 500, 500],
        nobody: [790, 800, 810],
        D: [780, 1200, 1210],
        valg: [800, 800, 800],
        recommended: [600, 600, 600],
      },
    }
    for (const [name, configurations] of Object.entries(times)) {
      store.judge(`${name}@1.0.0`, 'ready', undefined)
      for (const [configuration, all] of Object.entries(configurations))
        all.forEach((cpuMs, i) => {
          const record = runOf(`${name}@1.0.0`, configuration, i + 1, cpuMs)
          store.add({ record, outcome }, undefined, false)
        })
    }
    const sections = compareSelection(studyData(store))
    store.close()
    // What watches other specs is not what selection is held to.
    expect(sections).toHaveLength(1)
    expect(tables(sections).slice(2)).toEqual([
      '| valg | 2 | 0.71× | 0 | 1.00× | 1 | 75.0 % | 75.0 % | 87.5 % |',
      '| subject | monitors | monitoring alone, ms | valg |',
      '| --- | --- | --- | --- |',
      '| clear@1.0.0 | 0 | 400 | 75.0 % |',
    ])
  })

  test('nor that counts of the same run differ by', async () => {
    const names = ['once', 'clear', 'noisy']
    const study = checkStudy(
      {
        subjects: names.map((name) => ({ npm: `${name}@1.0.0`, test: 'x' })),
        configurations: {
          nobody: { preset: 'all', algo: 'none' },
          D: { preset: 'all' },
          valg: { preset: 'all', sample: 'valg' },
        },
      },
      '/study.json',
    )
    const store = await StudyStore.open(path.join(folder, 'counted-noise.db'))
    store.setFact('study', 'selection')
    store.setFact('instructions', true)
    store.define(
      study.projects.flatMap(({ subjects }) => subjects),
      study.configurations,
    )
    // D takes 400 beyond the run that nobody hears, in all of them; what valg leaves is the noisy one's own affair.
    const millions = {
      once: { plain: [500], nobody: [800], D: [1200], valg: [900] },
      clear: { plain: [500, 500], nobody: [750, 850], D: [1100, 1300], valg: [800, 1200] },
      noisy: { plain: [500, 500], nobody: [550, 1050], D: [1200, 1200], valg: [800, 800] },
    }
    for (const [name, configurations] of Object.entries(millions)) {
      store.judge(`${name}@1.0.0`, 'ready', undefined)
      for (const [configuration, all] of Object.entries(configurations))
        all.forEach((count, i) => {
          const record = { ...runOf(`${name}@1.0.0`, configuration, i + 1, 1000), instructions: count * 1e6 }
          store.add({ record, outcome }, undefined, false)
        })
    }
    const sections = compareSelection(studyData(store))
    store.close()
    expect(tables(sections).slice(4)).toEqual([
      '| --- | --- | --- | --- |',
      '| once@1.0.0 | 0 | 400 | 75.0 % |',
      '| clear@1.0.0 | 0 | 400 | 50.0 % |',
    ])
  })
})
