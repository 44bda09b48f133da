/**
 * A project with a written history: the running example of evolution-aware monitoring (§II), carried over to JavaScript.
 * `fixtures/history/base` is the first version; every other folder there is a change to it.
 *
 * | module | does |
 * |--------|------|
 * | A      | a loop over a list that it is given |
 * | B      | extends A, gives it the list; `flag()` |
 * | C      | uses B and D: what B returns goes to D |
 * | D      | removes from sets: checked if its caller says so; `drop` never checks |
 * | E      | uses D, decodes an address that is not UTF-8 |
 *
 * tc tests B and C, te tests E. In the base version `drop` and E break a rule; those violations are known.
 */

import { rmSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { affectedBy, variantNames } from '#src/evolve/variant.ts'
import type { Result } from '#src/report/result.ts'
import { isBuilt } from '../support/packed-package.ts'
import { baseProject, change, monitor } from './history-project.ts'
import { snapshotOf } from './project.ts'

/** All variants take their time: `JSMOP_RUNS=2` runs those whose outcome follows from others as well. */
const thorough = Number(process.env['JSMOP_RUNS'] ?? 1) > 1

interface Change {
  readonly name: string
  readonly what: string
  readonly changed: readonly string[]
  readonly affected: Readonly<Record<'ps1' | 'ps2' | 'ps3', readonly string[]>>
  /** New violations that full monitoring finds, as `file:line spec`. */
  readonly appears: readonly string[]
  /** Variants that miss them. */
  readonly missedBy: readonly (typeof variantNames)[number][]
  /** Variants that report what full monitoring does not. */
  readonly falseAlarms: readonly (typeof variantNames)[number][]
  /** Variants that are tried by default. */
  readonly tried: readonly (typeof variantNames)[number][]
}

const shared = 'example/shared-lists'
const removal = 'example/checked-removal'

const changes: readonly Change[] = [
  {
    name: 'share',
    what: 'B shares the list that A iterates',
    changed: ['b'],
    affected: { ps1: ['a', 'b', 'c', 'd', 'tc'], ps2: ['a', 'b', 'c', 'tc'], ps3: ['b', 'c', 'tc'] },
    appears: [`lib/a.js:4 ${shared}`],
    // A is not affected by the definition of ps3, so its loop is not woven.
    missedBy: ['ps3c', 'ps3cl'],
    falseAlarms: [],
    tried: ['ps1c', 'ps3c'],
  },
  {
    name: 'flag',
    what: 'what B returns sends D, which C gives it to, another way',
    changed: ['b'],
    affected: { ps1: ['a', 'b', 'c', 'd', 'tc'], ps2: ['a', 'b', 'c', 'tc'], ps3: ['b', 'c', 'tc'] },
    appears: [`lib/d.js:8 ${removal}`],
    // D neither depends on B nor does B depend on D: the spec is not selected.
    missedBy: ['ps2', 'ps2c', 'ps2l', 'ps2cl', 'ps3', 'ps3c', 'ps3l', 'ps3cl'],
    falseAlarms: [],
    tried: ['ps1c', 'ps2'],
  },
  {
    name: 'own-loop',
    what: 'all events are in the changed module itself',
    changed: ['a'],
    affected: { ps1: ['a', 'b', 'c', 'd', 'tc'], ps2: ['a', 'b', 'c', 'tc'], ps3: ['a', 'b', 'c', 'tc'] },
    appears: [`lib/a.js:5 ${shared}`],
    missedBy: [],
    falseAlarms: [],
    tried: ['ps3cl'],
  },
  {
    name: 'library-loop',
    what: 'a library iterates what B shares',
    changed: ['b'],
    affected: { ps1: ['a', 'b', 'c', 'd', 'tc'], ps2: ['a', 'b', 'c', 'tc'], ps3: ['b', 'c', 'tc'] },
    appears: [`node_modules/walker/index.js:3 ${shared}`],
    missedBy: ['ps1l', 'ps1cl', 'ps2l', 'ps2cl', 'ps3l', 'ps3cl'],
    falseAlarms: [],
    tried: ['ps1c', 'ps1cl', 'ps3c'],
  },
  {
    name: 'library-check',
    what: 'a library makes the check for D',
    changed: ['d'],
    affected: {
      ps1: ['a', 'b', 'c', 'd', 'e', 'tc', 'te'],
      ps2: ['c', 'd', 'e', 'tc', 'te'],
      ps3: ['c', 'd', 'e', 'tc', 'te'],
    },
    appears: [],
    missedBy: [],
    // Without the library no monitor knows of the check.
    falseAlarms: ['ps1l', 'ps1cl', 'ps2l', 'ps2cl', 'ps3l', 'ps3cl'],
    tried: ['ps1c', 'ps3cl'],
  },
  {
    name: 'moved',
    what: 'a module gets another name and other lines',
    changed: ['c', 'e', 'words'],
    affected: {
      ps1: ['a', 'b', 'c', 'e', 'tc', 'te', 'words'],
      ps2: ['a', 'b', 'c', 'e', 'tc', 'te', 'words'],
      ps3: ['c', 'e', 'tc', 'te', 'words'],
    },
    appears: [],
    missedBy: [],
    falseAlarms: [],
    tried: ['ps1c'],
  },
]

const appeared = ({ violations }: Result): string[] =>
  violations
    .filter((violation) => violation.new === true)
    .map(({ file, line, spec }) => `${file}:${line} ${spec}`)
    .sort()

const short = (nodes: Iterable<string>): string[] =>
  [...nodes]
    .filter((node) => /^(?:lib|test)\//.test(node))
    .map((node) => path.basename(node, '.js'))
    .sort()

describe('affected modules', () => {
  it.each(changes)('$name: $what', ({ name, changed, affected }) => {
    const { graph } = snapshotOf(change(baseProject(), name))
    const delta = changed.map((module) => `lib/${module}.js`)
    for (const [definition, expected] of Object.entries(affected))
      expect(short(affectedBy(delta, graph, definition as 'ps1')), definition).toEqual(expected)
  })
})

describe.skipIf(!isBuilt)('what each variant shows', () => {
  let base: string
  beforeAll(async () => {
    base = baseProject()
    const { violations, evolution } = await monitor(base)
    expect(evolution?.why).toBe('no earlier run has left its state here')
    expect(violations.map(({ file, line, spec }) => `${file}:${line} ${spec}`).sort()).toEqual([
      `lib/d.js:15 ${removal}`,
      'lib/e.js:7 example/utf8',
    ])
  }, 180_000)

  for (const { name, what, changed, affected, appears, missedBy, falseAlarms, tried } of changes) {
    it.each(thorough ? variantNames : tried)(
      `${what}: %s`,
      async (variant) => {
        const root = change(base, name)
        const result = await monitor(root, ['--variant', variant])
        expect(short(result.evolution!.changed)).toEqual(changed)
        expect(result.evolution!.affected).toBe(affected[variant.slice(0, 3) as 'ps1'].length)
        const alarms = falseAlarms.includes(variant) ? [`lib/d.js:8 ${removal}`] : []
        expect(appeared(result)).toEqual([...(missedBy.includes(variant) ? [] : appears), ...alarms])
        if (!thorough && name !== 'moved') return
        // Whatever was watched, the next run knows what was there before.
        const again = await monitor(root, ['--variant', 'ps1'])
        expect(again.evolution!.decision).toBe('plain')
        expect(again.evolution!.known).toBe(2 + appeared(result).length)
      },
      180_000,
    )
  }

  it('finds with a full run what it says that full monitoring finds', async () => {
    for (const { name, appears } of thorough ? changes : changes.slice(0, 1)) {
      const root = change(base, name)
      rmSync(path.join(root, '.jsmop'), { recursive: true })
      const { violations } = await monitor(root)
      expect(violations.map(({ file, line, spec }) => `${file}:${line} ${spec}`)).toEqual(
        expect.arrayContaining([...appears]),
      )
      expect(violations.length).toBe(2 + appears.length)
    }
  }, 180_000)

  it('does not monitor again after a change of comments', async () => {
    const { evolution, processes } = await monitor(change(base, 'comment'))
    expect(evolution!.decision).toBe('plain')
    expect(processes.monitored).toBe(0)
    expect(evolution!.known).toBe(2)
  }, 180_000)
})
