/** Event logs that a run records: what `jsmop check` reads. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseLogLine } from '#src/engine/event-log.ts'
import { Recorder } from '#src/runtime/recorder.ts'
import { Sites } from '#src/runtime/sites.ts'
import { buildSpec } from '../support/spec-builder.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const spec = (id: string) =>
  buildSpec({
    id,
    parameters: ['m', 'i', 'n:value'],
    events: { create: 'm i', next: 'i', count: 'm n' },
    logic: 'ere',
    formula: 'create next count',
    creation: ['create'],
  })

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jsmop-record-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const linesOf = (id: string): unknown[] =>
  readFileSync(path.join(folder, id, 's1.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

test('events name their objects, places and tests, a file for each spec', () => {
  const sites = new Sites()
  const context = { sites, test: undefined as unknown }
  const recorder = new Recorder(folder, 's1', context)
  const [a, b] = [spec('a'), spec('b')]
  const [m, i, j] = [{}, {}, () => {}]
  recorder.record(a, 0, sites.intern('/x.js', 3, 5, 'f'), m, i, undefined)
  context.test = { file: '/x.test.js', path: ['reads'] }
  recorder.record(a, 0, 0, m, j, undefined)
  recorder.record(b, 1, 0, undefined, j, undefined)
  recorder.record(a, 2, 0, m, undefined, 7)
  expect(linesOf('a')).toEqual([
    { schema: 1, session: 's1', spec: 'a' },
    { event: 'create', params: { m: 'm1', i: 'i1' }, site: '/x.js:3:5' },
    { event: 'create', params: { m: 'm1', i: 'i2' }, test: { file: '/x.test.js', path: ['reads'] } },
    { event: 'count', params: { m: 'm1', n: 7 }, test: { file: '/x.test.js', path: ['reads'] } },
  ])
  expect(linesOf('b')).toEqual([
    { schema: 1, session: 's1', spec: 'b' },
    { event: 'next', params: { i: 'i2' }, test: { file: '/x.test.js', path: ['reads'] } },
  ])
})

test('an object that is gone has died, in every log that mentions it and in no other', async () => {
  const recorder = new Recorder(folder, 's1', { sites: new Sites(), test: undefined })
  const specs = [spec('a'), spec('b'), spec('c')]
  const kept = {}
  ;(() => {
    const gone = {}
    recorder.record(specs[0]!, 0, 0, kept, gone, undefined)
    recorder.record(specs[0]!, 1, 0, undefined, gone, undefined)
    recorder.record(specs[1]!, 1, 0, undefined, gone, undefined)
    recorder.record(specs[2]!, 0, 0, kept, kept, undefined)
  })()
  const deaths = (id: string): unknown[] => linesOf(id).filter((line) => 'died' in (line as object))
  for (let tries = 0; tries < 50 && (deaths('a').length === 0 || deaths('b').length === 0); tries += 1) {
    collectGarbage()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  expect([deaths('a'), deaths('b'), deaths('c')]).toEqual([[{ died: 'i1' }], [{ died: 'i1' }], []])
  expect(linesOf('a').at(-1)).toEqual({ died: 'i1' })
  expect(parseLogLine(JSON.stringify(linesOf('a').at(-1)), { source: 'a', line: 4 })).toEqual({ died: 'i1' })
  expect(kept).toEqual({})
})
