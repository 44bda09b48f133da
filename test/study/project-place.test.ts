import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import type { PreparedSubject } from '#src/study/prepare-subject.ts'
import { atPlace } from '#src/study/project-place.ts'

const cache = mkdtempSync(path.join(tmpdir(), 'jsmop-place-'))
afterAll(() => rmSync(cache, { recursive: true, force: true }))

function prepare(version: string): PreparedSubject {
  const folder = path.join(cache, 'subjects', version, 'project')
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true })
  writeFileSync(path.join(folder, 'version'), version)
  return { folder, lockDigest: undefined }
}

/** A run: what it finds, and where. Leaves a cache. */
function run({ folder }: PreparedSubject) {
  const file = path.join(folder, 'node_modules', '.cache', 'woven')
  const found = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const version = readFileSync(path.join(folder, 'version'), 'utf8')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${found}${version} `)
  return Promise.resolve({ folder, found, version })
}

const entryOf = (project: string): string => path.join(cache, 'places', project, 'entry.json')

describe('the place of a project', () => {
  test('versions run at one place, with what the one before has left in caches, and are moved back', async () => {
    const versions = ['1.0.0', '1.1.0', '2.0.0'].map(prepare)
    const runs = []
    for (const version of versions) runs.push(await atPlace({ project: '@some/thing' }, version, cache, run))
    expect(new Set(runs.map(({ folder }) => folder)).size).toBe(1)
    expect(runs.map(({ version }) => version)).toEqual(['1.0.0', '1.1.0', '2.0.0'])
    expect(runs.map(({ found }) => found)).toEqual(['', '1.0.0 ', '1.0.0 1.1.0 '])
    for (const { folder } of versions) expect(existsSync(path.join(folder, 'version'))).toBe(true)
    const other = await atPlace({ project: 'other' }, prepare('other'), cache, run)
    expect(other).toMatchObject({ found: '', version: 'other' })
    expect(other.folder).not.toBe(runs[0]!.folder)
  })

  test('a run that fails is moved back as well', async () => {
    const version = prepare('failing')
    await expect(atPlace({ project: 'fails' }, version, cache, () => Promise.reject(new Error('no')))).rejects.toThrow()
    expect(existsSync(path.join(version.folder, 'version'))).toBe(true)
    expect(existsSync(entryOf('fails'))).toBe(false)
  })

  test('what a killed run has left there is moved back by the next', async () => {
    const [killed, next] = [prepare('killed'), prepare('next')]
    let entry = ''
    await atPlace({ project: 'killed' }, killed, cache, async (placed) => {
      entry = readFileSync(entryOf('killed'), 'utf8')
      await run(placed)
      // As if the process had ended here: somebody else finds its entry. Above every process id of Linux.
      writeFileSync(entryOf('killed'), JSON.stringify({ ...JSON.parse(entry), pid: 2 ** 30 }))
      const after = await atPlace({ project: 'killed' }, next, cache, run)
      expect(after).toMatchObject({ version: 'next', found: 'killed ' })
      expect(existsSync(path.join(killed.folder, 'version'))).toBe(true)
      writeFileSync(entryOf('killed'), entry)
    })
    expect(existsSync(path.join(next.folder, 'version'))).toBe(true)
  })

  test('while somebody is there, others run where they were prepared', async () => {
    const [first, second] = [prepare('first'), prepare('second')]
    await atPlace({ project: 'busy' }, first, cache, async () => {
      const { folder, found } = await atPlace({ project: 'busy' }, second, cache, run)
      expect([folder, found]).toEqual([second.folder, ''])
    })
    expect(existsSync(path.join(first.folder, 'version'))).toBe(true)
  })

  test('a version that somebody runs is waited for', async () => {
    const version = prepare('wanted')
    let running = 0
    const alone = async (placed: PreparedSubject) => {
      expect((running += 1)).toBe(1)
      await setTimeout(50)
      running -= 1
      return run(placed)
    }
    const runs = await Promise.all([1, 2, 3].map(() => atPlace({ project: 'wanted' }, version, cache, alone)))
    expect(runs.map(({ version: seen }) => seen)).toEqual(['wanted', 'wanted', 'wanted'])
  })
})
