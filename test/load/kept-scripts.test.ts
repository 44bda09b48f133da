/** Texts that are compiled with kept code are the very texts, run by functions of their own; without a usable pack nothing changes. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { generatedFile } from '#src/instrument/plan/generate.ts'
import { KeptScripts } from '#src/load/kept-scripts.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jsmop-scripts-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Long enough to be worth a pack; texts of different numbers differ in a letter. */
const text = (number: number): string => `(function () { return ${number} }) // ${'x'.repeat(5000)}`

/** What a process gets that compiles the texts, by name: what they return, and whether V8 took kept code for them. */
function process(texts: readonly (readonly [text: string, file: string])[], build = 'build', keeps = true): string[] {
  const scripts = new KeptScripts(folder, build, keeps)
  const found = texts.map(([each, file]) => {
    const script = scripts.compile(each, file)
    const made = script.runInThisContext() as () => unknown
    expect(script.runInThisContext()).not.toBe(made)
    const taken = script.cachedDataRejected === undefined ? 'compiled' : script.cachedDataRejected ? 'refused' : 'kept'
    return `${String(made())} ${taken}`
  })
  scripts.write()
  return found
}

const generated = [text(1), text(2), text(3)].map((each) => [each, generatedFile] as const)

function pack(): string {
  const names = readdirSync(folder)
  expect(names).toHaveLength(1)
  return path.join(folder, names[0]!)
}

test('generated texts that differ in a letter are kept apart', () => {
  expect(process(generated)).toEqual(['1 compiled', '2 compiled', '3 compiled'])
  expect(process(generated)).toEqual(['1 kept', '2 kept', '3 kept'])
})

test('of a file the last text is kept', () => {
  expect(process([[text(1), '/spec.js']])).toEqual(['1 compiled'])
  expect(process([[text(2), '/spec.js']])).toEqual(['2 compiled'])
  expect(process([[text(2), '/spec.js']])).toEqual(['2 kept'])
})

test('what another build has kept is not taken', () => {
  process(generated)
  expect(process(generated, 'other')).toEqual(['1 compiled', '2 compiled', '3 compiled'])
  expect(process(generated, 'other')).toEqual(['1 kept', '2 kept', '3 kept'])
})

test('a thread that keeps nothing takes what is kept', () => {
  expect(process(generated, 'build', false)).toEqual(['1 compiled', '2 compiled', '3 compiled'])
  expect(existsSync(folder) && readdirSync(folder)).toEqual([])
  process(generated)
  expect(process(generated, 'build', false)).toEqual(['1 kept', '2 kept', '3 kept'])
})

test('a pack that was cut short, or is none, is written again', () => {
  process(generated)
  for (const damaged of [readFileSync(pack()).subarray(0, -100), Buffer.from('none')]) {
    writeFileSync(pack(), damaged)
    expect(process(generated)).toEqual(['1 compiled', '2 compiled', '3 compiled'])
    expect(process(generated)).toEqual(['1 kept', '2 kept', '3 kept'])
  }
})

test('where nothing can be written every process compiles for itself', () => {
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  expect(process(generated)).toEqual(['1 compiled', '2 compiled', '3 compiled'])
  expect(process(generated)).toEqual(['1 compiled', '2 compiled', '3 compiled'])
})
