/**
 * Every spec of the catalogue on its own programs: a line that ends in `// violation` is reported, and no other line of
 * any program. What a strategy cannot see is listed here and asserted as unseen.
 */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runProgram } from '../support/monitor-program.ts'

const specsFolder = fileURLToPath(new URL('../../specs/', import.meta.url))

const folders = (place: string): string[] =>
  readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

const specs = folders(specsFolder).flatMap((api) =>
  folders(path.join(specsFolder, api)).map((name) => `${api}/${name}`),
)

const strategies = ['patch', 'hybrid'] as const

/** Specs with events that only woven code shows. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  patch: ['array/no-shift-during-iteration', 'promise/settle-once'],
  hybrid: [],
}

describe.each(specs)('%s', (id) => {
  const folder = path.join(specsFolder, id)
  const programs = (kind: 'violating' | 'conforming'): string[] =>
    readdirSync(path.join(folder, kind)).map((name) => path.join(kind, name))

  for (const strategy of strategies) {
    test.each(programs('violating'))(`${strategy} reports the marked lines of %s`, async (program) => {
      const file = path.join(folder, program)
      const run = await runProgram(file, { specs: [path.join(folder, 'spec.ts')], strategy })
      expect(faults(run.records)).toEqual([])
      expect(markedLines(file)).not.toEqual([])
      expect(linesOf(run.violations, file)).toEqual(unseen[strategy]!.includes(id) ? [] : markedLines(file))
    })

    test.each(programs('conforming'))(`${strategy} reports nothing in %s`, async (program) => {
      const file = path.join(folder, program)
      const run = await runProgram(file, { specs: [path.join(folder, 'spec.ts')], strategy })
      expect(faults(run.records)).toEqual([])
      expect(run.violations).toEqual([])
      expect(run.code).toBe(0)
    })
  }
})

test('the catalogue is not empty', () => {
  expect(specs.length).toBeGreaterThanOrEqual(10)
})

function faults(records: readonly Record<string, any>[]): unknown[] {
  return records.filter((record) => 'fault' in record)
}

function linesOf(violations: readonly { readonly file: string; readonly line: number }[], file: string): string[] {
  return violations.map((violation) => `${path.relative(path.dirname(file), violation.file)}:${violation.line}`).sort()
}

function markedLines(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, i) => (text.endsWith('// violation') ? [`${path.basename(file)}:${i + 1}`] : []))
    .sort()
}
