import fc from 'fast-check'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { algorithms } from '#src/engine/algorithms.ts'
import { readSessionTraces } from '#src/report/read-session-traces.ts'
import { openTraces, type TraceSet } from '#src/report/trace-set.ts'
import { SessionTraces } from '#src/runtime/session-traces.ts'
import { Sites } from '#src/runtime/sites.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { slicesOf } from '../engine/oracle.ts'
import { randomCase } from '../engine/random-specs.ts'
import { parseTrace, type TraceLine } from '../engine/trace-text.ts'
import { runs } from '../support/property.ts'
import { buildSpec } from '../support/spec-builder.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'jsmop-session-traces-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The line of the program where the event of a line of a trace happens: few, so that slices are often equal. */
const placeOf = (at: number) => 1 + (at % 2)

/** One session: its numbers for places are its own. */
function runSession(
  run: string,
  session: string,
  algorithm: 'D' | 'E',
  spec: CompiledSpec,
  lines: readonly TraceLine[],
  offset: number,
): void {
  const sites = new Sites()
  for (let i = 0; i < offset; i += 1) sites.intern('/p/other.js', i + 1, 1, '')
  const monitoring = algorithms[algorithm](spec, { sink: () => {}, onFault: () => {}, traces: true })
  const traces = new SessionTraces(sites, run, session)
  traces.add(monitoring)
  const test = { runner: 'mocha', file: '/p/test.js', path: [session] }
  const objects = new Map<string, object>()
  const valueOf = (name: string, kind: string) => {
    if (kind !== 'object') return name
    if (!objects.has(name)) objects.set(name, {})
    return objects.get(name)
  }
  traces.enterTest(test)
  lines.forEach((line, i) => {
    if (line.kind === 'death') {
      monitoring.died(valueOf(line.value, 'object'))
      objects.delete(line.value)
      return
    }
    const slots = spec.parameters.map(({ name, kind }) =>
      line.params[name] === undefined ? undefined : valueOf(line.params[name], kind),
    )
    const event = spec.events.findIndex(({ name }) => name === line.event)
    const site = sites.intern('/p/main.js', placeOf(i + 1), 1, '')
    monitoring.signal(event, site, slots[0], slots[1], slots[2], slots[3])
  })
  traces.leaveTest()
  monitoring.finish()
  traces.write()
}

function instances(set: TraceSet): Record<string, number> {
  return Object.fromEntries(
    openTraces(set).map(({ events, count }) => [
      events.flatMap(([event, [, line], times]) => Array.from({ length: times }, () => `${event}@${line}`)).join(' '),
      count,
    ]),
  )
}

test('the traces of several sessions become those of a store that kept every trace of all of them', () => {
  let run = 0
  let merged = 0
  fc.assert(
    fc.property(
      randomCase({ deaths: true, traceLength: 20 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('D' as const, 'E' as const),
      ({ text, spec, trace }, sessions, algorithm) => {
        const place = path.join(folder, String((run += 1)))
        const lines = parseTrace(text, trace)
        const expected: Record<string, number> = {}
        for (let i = 0; i < sessions; i += 1) {
          const part = lines.slice(0, lines.length - i)
          runSession(place, `s${i}`, algorithm, spec, part, i * 3)
          for (const slice of slicesOf(spec, part)) {
            const key = slice.map(({ event, at }) => `${event}@${at === 0 ? 0 : placeOf(at)}`).join(' ')
            expected[key] = (expected[key] ?? 0) + 1
          }
        }
        const set = readSessionTraces(place, '/p')!
        expect(instances(set)).toEqual(expected)
        for (const each of set.traces) expect(each.tests.length).toBeGreaterThan(0)
        merged += sessions - 1
        rmSync(place, { recursive: true })
      },
    ),
    runs(150),
  )
  expect(merged).toBeGreaterThan(50)
})

test('names places from the folder of the command, and who produced a trace', () => {
  const place = path.join(folder, 'named')
  const text = { parameters: ['h'], events: { open: 'h', use: 'h' }, logic: 'ere', formula: 'open use use' }
  runSession(place, 's', 'E', buildSpec(text), parseTrace(text, ['open h1', 'use h1']), 0)
  const set = readSessionTraces(place, '/p')!
  expect(set.sites).toEqual([
    ['main.js', 1, 1],
    ['main.js', 2, 1],
  ])
  expect(set.tests.map(({ runner, file, path }) => ({ runner, file, path }))).toEqual([
    { runner: 'mocha', file: 'test.js', path: ['s'] },
  ])
})

test('traces of tests that are over are on the disk, should the process be killed', () => {
  const run = path.join(folder, 'killed')
  const spec = buildSpec({
    parameters: ['h'],
    events: { open: 'h', close: 'h' },
    logic: 'ere',
    formula: 'open close close',
    categories: ['match'],
    creation: ['open'],
  })
  const sites = new Sites()
  const monitoring = algorithms.E(spec, { sink: () => {}, onFault: () => {}, traces: true })
  const traces = new SessionTraces(sites, run, 'a', { least: 0, factor: 0 })
  traces.add(monitoring)
  for (const name of ['first', 'second']) {
    traces.enterTest({ runner: 'mocha', file: '/p/test.js', path: [name] })
    monitoring.signal(0, sites.intern('/p/main.js', 1, 1, ''), {}, undefined, undefined, undefined)
    traces.leaveTest()
  }
  // Nobody calls `write`.
  const found = readSessionTraces(run, '/p')
  expect(openTraces(found!).map(({ count }) => count)).toEqual([2])
  expect(readdirSync(path.join(run, 'traces'))).toEqual(['a.jsonl'])
})

test('places are those of the source, by the map that a text brought along', () => {
  const run = path.join(folder, 'mapped')
  const spec = buildSpec({ parameters: ['h'], events: { open: 'h', use: 'h' }, logic: 'ere', formula: 'open use use' })
  const sites = new Sites()
  // Line 7 of the running text is line 2 of the source.
  const map = JSON.stringify({ version: 3, sources: ['main.ts'], names: [], mappings: ';;;;;;AACA' })
  sites.noteMap('/p/main.js', `data:application/json;base64,${Buffer.from(map).toString('base64')}`)
  const monitoring = algorithms.E(spec, { sink: () => {}, onFault: () => {}, traces: true })
  const traces = new SessionTraces(sites, run, 's')
  traces.add(monitoring)
  const h = {}
  const late = sites.internLate(() => ({ file: '/p/main.js', line: 7, column: 1, function: '', mapped: true }))
  monitoring.signal(0, sites.intern('/p/main.js', 7, 1, ''), h, undefined, undefined, undefined)
  monitoring.signal(1, late, h, undefined, undefined, undefined)
  traces.write()
  expect(openTraces(readSessionTraces(run, '/p')!).map(({ events }) => events)).toEqual([
    [
      ['open', ['main.ts', 2, 1], 1],
      ['use', ['main.js', 7, 1], 1],
    ],
  ])
})
