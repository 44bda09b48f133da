/** What the tests of the catalogue find wrong with a folder: everything that a fresh or careless one lacks. */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSpec } from '#src/spec/compile-spec.ts'
import { readSpecModule } from '#src/load/read-catalogue.ts'
import type { SpecDefinition } from '#src/spec/definition.ts'
import { monitorPrograms, reportedLines, runFaults } from '../support/monitor-programs.ts'
import { isBuilt } from '../support/packed-package.ts'
import { folderFaults, markedLines, readPrograms, specsFolder } from '../support/spec-folder.ts'

const id = 'map/no-growth-during-iteration'
let place: string
let folder: string

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'jsmop-folder-'))
  folder = path.join(place, id)
  cpSync(path.join(specsFolder, id), folder, { recursive: true })
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const definition = await readSpecModule(path.join(specsFolder, id, 'spec.ts'))

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(path.join(folder, file), change(readFileSync(path.join(folder, file), 'utf8')))
}

function newSpec(name: string): { readonly status: number | null; readonly stderr: string } {
  const script = fileURLToPath(new URL('../../scripts/new-spec.mjs', import.meta.url))
  return spawnSync(process.execPath, [script, name, place], { encoding: 'utf8' })
}

test('a folder as it should be has no faults', () => {
  expect(folderFaults(id, folder, definition)).toEqual([])
})

test('files that are missing or do not belong are faults', () => {
  rmSync(path.join(folder, 'conforming'), { recursive: true })
  writeFileSync(path.join(folder, 'notes.txt'), '')
  expect(folderFaults(id, folder, definition)).toEqual([
    'notes.txt does not belong here',
    'there is no conforming program',
    expect.stringContaining('no conforming program has the code of the page:'),
  ])
})

test('a spec of another name is a fault', () => {
  expect(folderFaults('map/other', folder, definition)).toEqual([`spec.ts defines ${id}`])
})

test('marks belong into violating programs, and only there', () => {
  edit('violating/refresh.mjs', (text) => text.replace(' // violation', ''))
  edit('conforming/snapshot.mjs', (text) => text.replace('cache.delete(key)', 'cache.delete(key) // violation'))
  expect(folderFaults(id, folder, definition).slice(0, 2)).toEqual([
    'conforming/snapshot.mjs marks a line as a violation',
    'violating/refresh.mjs marks no line',
  ])
})

test('code of a page that no program runs is a fault', () => {
  edit('README.md', (text) => text.replace('cache.delete(key)', 'cache.clear()'))
  expect(folderFaults(id, folder, definition)).toEqual([
    expect.stringContaining('no violating program has the code of the page:'),
  ])
})

test('violating code of a page without a marked line is a fault', () => {
  edit('README.md', (text) => text.replace(/```js\n[\s\S]*?```/, '```js\nlet rounds = 0\n```'))
  expect(folderFaults(id, folder, definition)).toEqual(['the violating code of the page has no marked line'])
})

test('a page that does not say what the spec says is a fault', () => {
  edit('README.md', (text) => text.replace('# map', '# set').replace(/## When not[\s\S]*?(?=## )/, ''))
  const other: SpecDefinition = {
    ...definition,
    description: 'Other.',
    doc: 'https://other/',
    falseAlarms: ['Others.'],
  }
  expect(folderFaults(id, folder, other)).toEqual([
    'the page is titled set/no-growth-during-iteration',
    'the page does not begin with the description of the spec',
    'the page has no section "When not to use it"',
    'the page does not link to https://other/',
    'the page does not name the false alarm "Others."',
  ])
})

test('npm run new-spec writes a folder that fails until it is filled', async () => {
  expect(newSpec('fs/some-rule')).toMatchObject({ status: 0, stderr: '' })
  const fresh = path.join(place, 'fs/some-rule')
  const text = readFileSync(path.join(fresh, 'spec.ts'), 'utf8')
  writeFileSync(path.join(fresh, 'spec.ts'), text.replace('#src', path.resolve(specsFolder, '../src')))
  const defined = await readSpecModule(path.join(fresh, 'spec.ts'))
  expect(folderFaults('fs/some-rule', fresh, defined)).toEqual([
    'README.md is not filled in',
    'conforming/todo.mjs is not filled in',
    'spec.ts is not filled in',
    'violating/todo.mjs is not filled in',
    'violating/todo.mjs marks no line',
    'the page does not begin with the description of the spec',
    'no violating program has the code of the page:\nTODO: lines of a violating program',
    'no conforming program has the code of the page:\nTODO: lines of a conforming program',
  ])
  expect(checkSpec(defined).map(({ code }) => code)).toContain('unknown-event')
})

test('npm run new-spec refuses what is no id, and what exists', () => {
  expect(newSpec('NoId')).toMatchObject({
    status: 64,
    stderr: '"NoId" is no id: write <api>/<name> in small letters, for instance fs/fd-must-close\n',
  })
  expect(newSpec(id)).toMatchObject({ status: 64, stderr: `${folder} exists\n` })
})

test.skipIf(!isBuilt)(
  'a line reported without a mark, a mark without a report and a program that fails all show',
  async () => {
    edit('violating/refresh.mjs', (text) =>
      text.replace(' // violation', '').replace('cache.delete(key)', '$& // violation'),
    )
    writeFileSync(path.join(folder, 'conforming/failing.mjs'), "throw new Error('no end')\n")
    const programs = readPrograms(folder)
    const monitored = await monitorPrograms(programs, { as: 'processes', options: ['--spec', id] })
    const violating = programs.filter(({ kind }) => kind === 'violating')
    expect(reportedLines(monitored, violating)).toEqual([{ name: 'violating/refresh.mjs', lines: [`7 ${id}`] }])
    expect(markedLines(violating, id, false)).toEqual([{ name: 'violating/refresh.mjs', lines: [`9 ${id}`] }])
    expect(runFaults(monitored, programs)).toEqual([
      expect.stringMatching(/^conforming\/failing\.mjs ended with 1:[\s\S]*no end/),
    ])
  },
)
