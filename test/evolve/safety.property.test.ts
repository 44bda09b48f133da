/**
 * Safety on generated histories: whatever changes, the safe variants watch every place that breaks a rule after the change
 * and did not before. Modules call each other with a number, and what they do to sets depends on it: a change in one module
 * can make another break the rule which neither depends on it nor is depended on by it.
 *
 * The decision is the real one, on files; what a run would do is computed by a few lines here, since a hundred histories
 * with a dozen processes each would take an hour. `history.test.ts` holds real runs to the same definitions.
 */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedNodes, decide } from '#src/evolve/decide.ts'
import { signalWordsOf } from '#src/evolve/signal-words.ts'
import { variantNames, variantOf } from '#src/evolve/variant.ts'
import { readCatalogue } from '#src/load/read-catalogue.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { runs } from '../support/property.ts'
import { makeProject, snapshotOf, writeTexts } from './project.ts'

interface Module {
  /** Modules of a higher number that it calls, each with what the one before returned and a number. */
  readonly calls: readonly (readonly [module: number, added: number])[]
  /** It breaks the rule when it is called with this number; null when it has no code that could. */
  readonly breaksAt: number | null
  /** What it adds to its result. */
  readonly adds: number
}

const size = 6
const moduleOf = (index: number): fc.Arbitrary<Module> =>
  fc.record({
    calls: fc.array(fc.tuple(fc.integer({ min: Math.min(index + 1, size - 1), max: size - 1 }), fc.nat(2)), {
      maxLength: index === size - 1 ? 0 : 3,
    }),
    breaksAt: fc.option(fc.nat(6)),
    adds: fc.nat(2),
  })
const program = fc.tuple(...Array.from({ length: size }, (_, i) => moduleOf(i)))

function textOf({ calls, breaksAt, adds }: Module): string {
  const imports = [...new Set(calls.map(([to]) => to))].map((to) => `import { f as f${to} } from './m${to}.js'`)
  const loop = breaksAt === null ? '' : `if (n === ${breaksAt}) for (const x of set) if (x < n + 4) set.add(x + 1)`
  return `${imports.join('\n')}
export function f(n, set = []) {
  ${loop}
  ${calls.map(([to, added]) => `n = f${to}((n + ${added}) % 7)`).join('; ')}
  return n + ${adds}
}
`
}

/** Tests call these modules with these numbers. */
const tests: readonly (readonly [module: number, n: number])[] = [
  [0, 0],
  [1, 1],
  [2, 0],
]

const files = (modules: readonly Module[]): Record<string, string> => ({
  ...Object.fromEntries(modules.map((module, i) => [`m${i}.js`, textOf(module)])),
  ...Object.fromEntries(tests.map(([to, n], i) => [`test/t${i}.js`, `import { f } from '../m${to}.js'\nf(${n})\n`])),
})

/** Modules in which the rule is broken when all tests run. */
function broken(modules: readonly Module[]): Set<number> {
  const found = new Set<number>()
  const call = (index: number, given: number): number => {
    const { calls, breaksAt, adds } = modules[index]!
    if (given === breaksAt) found.add(index)
    return calls.reduce((n, [to, added]) => call(to, (n + added) % 7), given) + adds
  }
  for (const [index, n] of tests) call(index, n)
  return found
}

const id = 'set/no-growth-during-iteration'
const spec = signalWordsOf(compileSpec((await readCatalogue()).find((definition) => definition.id === id)!))
const vocabulary = (spec.ways ?? []).flatMap(({ words }) => words ?? [])

it('the safe variants watch every place where a change breaks a rule; the others miss what their definitions leave out', () => {
  let appeared = 0
  const missed = new Map<(typeof variantNames)[number], number>()
  fc.assert(
    fc.property(
      program,
      fc.nat(size - 1),
      fc.integer({ min: 0, max: 2 }),
      fc.option(fc.nat(6)),
      (before, at, added, breaksAt) => {
        const after = before.map((module, i): Module =>
          i === at ? { ...module, breaksAt, adds: module.adds + added } : module,
        )
        const root = makeProject(files(before))
        const first = snapshotOf(root, undefined, vocabulary)
        const sums = Object.fromEntries(first.checksums())
        writeTexts(root, files(after))
        const snapshot = snapshotOf(root, first.known, vocabulary)
        const changed = changedNodes(sums, snapshot.checksums())
        const old = broken(before)
        const news = [...broken(after)].filter((index) => !old.has(index))
        appeared += news.length
        for (const name of variantNames) {
          const variant = variantOf(name)
          const { specs, excluded, affected } = decide({ snapshot, changed, variant, specs: [spec], libraries: true })
          for (const index of news) {
            const file = `m${index}.js`
            const isMissed = !specs.includes(id) || excluded.includes(file)
            if (isMissed) missed.set(name, (missed.get(name) ?? 0) + 1)
            if (variant.safe) expect(isMissed, name).toBe(false)
            else if (isMissed) expect(affected.has(file), name).toBe(false)
          }
        }
      },
    ),
    runs(200),
  )
  expect(appeared).toBeGreaterThan(20)
  expect(missed.get('ps2c')).toBeGreaterThan(0)
  expect(missed.get('ps3c')).toBeGreaterThan(missed.get('ps2c')!)
  expect([...missed.keys()].filter((name) => name.startsWith('ps1'))).toEqual([])
})
