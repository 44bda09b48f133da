/** Which room may import which: the table of `docs/architecture.md`, read from there, held against every import in `src` and `specs`. */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Rooms by name with the rooms they may import, from the table in the architecture document. */
function allowedImports(): Map<string, Set<string>> {
  const table = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
  const rows = [...table.matchAll(/^\| `src\/([a-z]+)` \|[^|]*\| ([^|]*) \|/gm)]
  const rooms = rows.map((row) => row[1]!)
  const allowed = new Map<string, Set<string>>()
  for (const [, room, cell] of rows) {
    const names = cell!.startsWith('everything')
      ? rooms.filter((name) => !cell!.includes(`but ${name}`))
      : cell!.split(',').map((name) => name.trim())
    allowed.set(room!, new Set(names.filter((name) => rooms.includes(name))))
  }
  // The composition root hands the library face to modules that users write.
  allowed.get('cli')?.add('index.ts')
  return allowed
}

interface Import {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** Every relative import between rooms, written as source files stand. */
function importsBetweenRooms(): { files: number; imports: Import[] } {
  const imports: Import[] = []
  let files = 0
  for (const entry of readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(ts|cts|mts|json)$/.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const relative = path.relative(path.join(root, 'src'), file).split(path.sep)
    files += 1
    if (relative.length === 1) continue
    const text = readFileSync(file, 'utf8')
    for (const [, specifier] of text.matchAll(/(?:from|import|import\()\s*['"](\.[^'"]+)['"]/g)) {
      const target = path.relative(path.join(root, 'src'), path.resolve(path.dirname(file), specifier!)).split(path.sep)
      if (target[0] !== relative[0]) imports.push({ file: relative.join('/'), from: relative[0]!, to: target[0]! })
    }
  }
  return { files, imports }
}

test('rooms import only the rooms that the architecture allows', () => {
  const allowed = allowedImports()
  const { files, imports } = importsBetweenRooms()
  expect(allowed.size, 'rooms in the table').toBeGreaterThanOrEqual(12)
  expect(files, 'source files examined').toBeGreaterThan(10)
  expect(imports.length, 'imports between rooms examined').toBeGreaterThan(5)
  const wrong = imports.filter(({ from, to }) => !allowed.get(from)?.has(to))
  expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([])
})

test('nothing imports the composition root', () => {
  expect(importsBetweenRooms().imports.filter(({ to }) => to === 'cli')).toEqual([])
})
