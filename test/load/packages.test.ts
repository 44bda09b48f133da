/** Targets in npm packages and in modules of the project: every copy and build of them, and nothing of their own calls. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import semver from 'semver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { satisfiesRange } from '#src/load/satisfies-range.ts'
import { isBuilt, monitor } from '../support/packed-package.ts'
import { runs } from '../support/property.ts'

const door = `
  class Door {
    open() { return this }
    close() { return this }
    slam() { return this.open().close().open() }
  }
`
const files: Readonly<Record<string, string>> = {
  'node_modules/door/package.json': '{ "version": "2.3.4", "main": "index.js" }',
  'node_modules/door/index.js': `module.exports = require('./lib/door.js')`,
  'node_modules/door/lib/door.js': `${door}; exports.Door = Door; exports.make = () => new Door()`,
  'node_modules/door/lib/other.js': `${door}; exports.Door = Door`,
  'node_modules/other/package.json': '{ "main": "index.js" }',
  'node_modules/other/index.js': `exports.Door = require('door').Door`,
  'node_modules/other/node_modules/door/package.json': '{ "version": "1.0.0", "main": "index.js" }',
  'node_modules/other/node_modules/door/index.js': `${door}; exports.Door = Door`,
  'node_modules/@esm/door/package.json': '{ "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/@esm/door/index.js': `export * from './door.js'`,
  'node_modules/@esm/door/door.js': `${door}; export { Door }`,
  'src/door.mjs': `${door}; export { Door }`,
  'all.mjs': `
    import door from 'door'
    import other from 'other'
    import { Door as EsmDoor } from '@esm/door'
    import { Door as OwnDoor } from './src/door.mjs'
    const twice = (value) => value.close().open()
    twice(new door.Door())
    twice(door.make())
    twice(new other.Door())
    twice(new EsmDoor())
    twice(new OwnDoor())
    new door.Door().slam()
  `,
  'required.cjs': `
    const { Door } = require('@esm/door')
    new Door().close().open()
  `,
  'one-file.cjs': `
    const { Door } = require('door')
    const { Door: Other } = require('door/lib/other.js')
    new Door().close().open()
    new Other().close().open()
  `,
}

const specOf = (...targets: string[]): string =>
  JSON.stringify({
    id: 'door/no-open-after-close',
    description: 'A closed door stays closed.',
    severity: 'error',
    doc: 'https://example.org/doors',
    parameters: { door: 'object' },
    events: {
      open: {
        on: { kind: 'call', target: targets.map((target) => `${target}Door.prototype.open`), when: 'before' },
        bind: { door: 'receiver' },
      },
      close: {
        on: { kind: 'call', target: targets.map((target) => `${target}Door.prototype.close`) },
        bind: { door: 'receiver' },
      },
    },
    logic: 'ere',
    formula: 'close+ open',
    report: { match: 'a closed door was opened' },
  })

let cwd: string

beforeAll(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'jsmop-packages-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true })
    writeFileSync(path.join(cwd, name), text)
  }
})

afterAll(() => rmSync(cwd, { recursive: true, force: true }))

async function watch(spec: string, program: string) {
  writeFileSync(path.join(cwd, 'spec.json'), spec)
  const { code, result } = await monitor(['--spec-file', 'spec.json', '--fail-on', 'never'], ['node', program], { cwd })
  expect(code).toBe(0)
  const { violations, notMonitored } = result
  return { instances: violations.reduce((sum, { instances }) => sum + instances, 0), notMonitored }
}

describe.skipIf(!isBuilt)('targets in packages', () => {
  it('are seen in every copy and build, in ES modules and in modules of the project', async () => {
    const spec = specOf('npm:door#', 'npm:@esm/door#', './src/door.mjs#')
    expect(await watch(spec, 'all.mjs')).toEqual({ instances: 5, notMonitored: [] })
  })

  it.skipIf((process.features as { require_module?: boolean }).require_module !== true)(
    'are seen in ES modules that are required, which come past two hooks',
    async () => {
      expect(await watch(specOf('npm:@esm/door#'), 'required.cjs')).toEqual({ instances: 1, notMonitored: [] })
    },
  )

  it('leave out versions outside of their range', async () => {
    expect(await watch(specOf('npm:door@^2#'), 'all.mjs')).toEqual({ instances: 2, notMonitored: [] })
    expect(await watch(specOf('npm:door@<2#'), 'all.mjs')).toEqual({ instances: 1, notMonitored: [] })
  })

  it('can name one file of a package', async () => {
    expect(await watch(specOf('npm:door#'), 'one-file.cjs')).toMatchObject({ instances: 2 })
    expect(await watch(specOf('npm:door/lib/other#'), 'one-file.cjs')).toMatchObject({ instances: 1 })
  })

  it('say what no module of a loaded package exports', async () => {
    const { notMonitored } = await watch(specOf('npm:door#Front'), 'one-file.cjs')
    const why = 'no module of it that was loaded exports that'
    expect(notMonitored).toEqual([
      { what: 'npm:door#FrontDoor.prototype.open', why },
      { what: 'npm:door#FrontDoor.prototype.close', why },
    ])
  })
})

describe('version ranges', () => {
  it('hold the versions that npm takes them to hold', () => {
    const number = fc.integer({ min: 0, max: 3 })
    const version = fc.tuple(number, number, number).map((numbers) => numbers.join('.'))
    const partial = fc.oneof(
      version,
      fc.tuple(number, number).map((numbers) => numbers.join('.')),
      number.map(String),
      number.map((major) => `${major}.x`),
      fc.constant('*'),
    )
    const comparator = fc
      .tuple(fc.constantFrom('', '=', '^', '~', '>', '>=', '<', '<='), partial)
      .filter(([operator, text]) => text !== '*' || operator === '')
      .map((parts) => parts.join(''))
    const simple = fc.array(comparator, { minLength: 1, maxLength: 2 }).map((list) => list.join(' '))
    const hyphen = fc
      .tuple(
        version,
        partial.filter((text) => text !== '*'),
      )
      .map((ends) => ends.join(' - '))
    const range = fc.array(fc.oneof(simple, hyphen), { minLength: 1, maxLength: 2 }).map((list) => list.join(' || '))
    fc.assert(
      fc.property(version, range, (exact, text) => {
        expect([text, satisfiesRange(exact, text)]).toEqual([text, semver.satisfies(exact, text)])
      }),
      runs(2000),
    )
  })

  it('hold pre-releases of the versions that they hold', () => {
    expect(satisfiesRange('8.0.0-rc.1', '>=8')).toBe(true)
  })
})
