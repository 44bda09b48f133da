import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeAtomically } from '#src/load/write-atomically.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jsmop-atomically-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('puts text or bytes into the place of what was there, and leaves nothing beside it', () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, 'something longer')
  writeAtomically(file, 'text')
  expect(readFileSync(file, 'utf8')).toBe('text')
  writeAtomically(file, Uint8Array.of(1, 2), true)
  expect([...readFileSync(file)]).toEqual([1, 2])
  expect(readdirSync(folder)).toEqual(['file'])
})

test('leaves what was there where the content cannot be written', () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, 'before')
  expect(() => writeAtomically(file, Symbol('no content') as never)).toThrow(TypeError)
  expect(readFileSync(file, 'utf8')).toBe('before')
  expect(readdirSync(folder)).toEqual(['file'])
})

test('makes no folder, and writes into none', () => {
  expect(() => writeAtomically(path.join(folder, 'none/file'), '')).toThrow('ENOENT')
  mkdirSync(path.join(folder, 'none'))
  writeAtomically(path.join(folder, 'none/file'), '')
  expect(readdirSync(path.join(folder, 'none'))).toEqual(['file'])
})
