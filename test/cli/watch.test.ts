/** `jsmop run --watch`, and a server that someone ends: a report after each pass, and one at the end. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SourceWatch } from '#src/cli/watch-sources.ts'
import { isBuilt, packedCommandLine } from '../support/packed-package.ts'
import { endStarted, start } from '../support/started-process.ts'

let project: string
beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'jsmop-watch-'))
})
afterEach(() => {
  endStarted()
  rmSync(project, { recursive: true, force: true })
})

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
  writeFileSync(path.join(project, file), text)
}

const growing = 'const names = new Set([1])\nfor (const name of names) if (names.size < 3) names.add(name + 1)\n'
const steady = 'const names = new Set([1])\nfor (const name of [...names]) if (names.size < 3) names.add(name + 1)\n'

describe('a watch of sources', () => {
  it('tells of sources, also in folders made later, and not of what tools and tests write', async () => {
    write('src/a.ts', '')
    write('node_modules/b/index.js', '')
    const watch = new SourceWatch(project)
    try {
      watch.beginPass()
      write('src/snapshot.json', '{}')
      write('src/a.ts', '1')
      await watch.endPass([path.join('src', 'a.ts')])
      expect(await watch.change(AbortSignal.timeout(5000))).toEqual(['src/a.ts'])
      watch.beginPass()
      await watch.endPass([])
      write('node_modules/b/index.js', '1')
      write('src/notes.txt', '1')
      expect(await watch.change(AbortSignal.timeout(400))).toEqual([])
      mkdirSync(path.join(project, 'src/deep'))
      await delay(100)
      write('src/deep/c.mjs', '1')
      expect(await watch.change(AbortSignal.timeout(5000))).toEqual(['src/deep/c.mjs'])
    } finally {
      watch.close()
    }
  })
})

const watched = (...args: readonly string[]) =>
  start([packedCommandLine(), '--spec', 'set/no-growth-during-iteration', ...args], project)

describe.skipIf(!isBuilt)('jsmop run', () => {
  it('with --watch reports after each pass, and ends with the last one', { timeout: 60_000 }, async () => {
    write('main.js', growing)
    const { child, ended, heard } = watched('--watch', '--', 'node', 'main.js')
    expect(await heard.until('Ctrl-C ends.\n')).toContain('jsmop: 1 warning\n')
    write('main.js', steady)
    const second = await heard.until('Ctrl-C ends.\n')
    expect(second).toContain('\nChanged: main.js\n')
    expect(second).toContain('jsmop: no violations\n')
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 0, signal: null })
  })

  it('reports when a server is interrupted', { timeout: 60_000 }, async () => {
    write(
      'server.js',
      `${growing}const server = require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('ready'))\n`,
    )
    const { child, ended, heard } = watched('--', 'node', 'server.js')
    await heard.until('ready\n')
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: null, signal: 'SIGINT' })
    expect(heard.text).toContain('at server.js:2:20')
    expect(heard.text).toContain('jsmop: 1 warning\n')
  })

  it('sees each pass of `node --watch`, and reports when that ends', { timeout: 60_000 }, async () => {
    write('main.js', growing)
    const { child, ended, heard } = watched('--', 'node', '--watch', 'main.js')
    await heard.until("Completed running 'main.js'")
    write('main.js', `\n\n${growing}`)
    await heard.until("Completed running 'main.js'")
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 0, signal: null })
    expect(heard.text).toContain('at main.js:2:20')
    expect(heard.text).toContain('at main.js:4:20')
    expect(heard.text).toContain('jsmop: 2 warnings\n')
  })
})
