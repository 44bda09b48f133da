/** Conventions that a reader relies on: every source file opens with its purpose, names carry no empty words. */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|cts|mts)$/.test(entry.name))
  .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))

/** Other tests make and remove folders meanwhile: what is gone when it is looked into has no names. */
function namesIn(folder: string, deep: boolean): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      deep && entry.isDirectory() ? namesIn(path.join(folder, entry.name), true) : [entry.name],
    )
  } catch {
    return []
  }
}

test('every source file opens with a comment that says what it is for', () => {
  expect(files.length).toBeGreaterThan(10)
  const silent = files.filter((file) => !/^(#!.*\n)?\s*\/\*\*?\s/.test(readFileSync(path.join(root, file), 'utf8')))
  expect(silent).toEqual([])
})

test('files that comments name are there', () => {
  const known = [root, ...['src', 'test', 'specs', 'bench', 'scripts', 'docs'].map((name) => path.join(root, name))]
    .flatMap((folder, depth) => namesIn(folder, depth > 0))
    .map((file) => path.basename(file))
  let named = 0
  const missing = files.flatMap((file) => {
    const comments = readFileSync(path.join(root, file), 'utf8').match(/^\s*(?:\/\*\*| \*|\/\/).*$/gm) ?? []
    const names = comments.flatMap((line) =>
      [...line.matchAll(/`([\w./-]+\.(?:ts|mjs|md))`/g)].map(([, name]) => name!),
    )
    named += names.length
    return names
      .filter((name) => !known.includes(path.basename(name)) && !name.startsWith('jsmop.config'))
      .map((name) => `${file} names ${name}`)
  })
  expect(named).toBeGreaterThan(50)
  expect(missing).toEqual([])
})

test('file names are kebab-case and name something', () => {
  const empty = /^(utils?|helpers?|common|manager|base|misc|shared)$/
  const wrong = files.filter((file) => {
    const name = path.basename(file).replace(/\.(d\.)?[cm]?ts$/, '')
    return !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || empty.test(name)
  })
  expect(wrong).toEqual([])
})
