/** Projects made of texts, in folders that go away. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { type Known, ProjectSnapshot } from '#src/evolve/project-snapshot.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

export type Texts = Readonly<Record<string, string>>

/** A text that begins with `→` is a link to what follows. */
export function makeProject(texts: Texts): string {
  const root = mkdtempSync(path.join(tmpdir(), 'jsmop-evolve-'))
  folders.push(root)
  writeTexts(root, texts)
  return root
}

export function writeTexts(root: string, texts: Texts): void {
  for (const [file, text] of Object.entries(texts)) {
    const place = path.join(root, file)
    mkdirSync(path.dirname(place), { recursive: true })
    if (text.startsWith('→')) symlinkSync(path.resolve(root, text.slice(1)), place)
    else writeFileSync(place, text)
  }
}

export function snapshotOf(root: string, known?: Known, vocabulary: readonly string[] = []): ProjectSnapshot {
  return new ProjectSnapshot({
    root,
    command: ['node', 'test.js'],
    vocabulary: new Set(vocabulary),
    known,
    isTool: (name) => name === 'mocha' || name === 'vitest',
  })
}
