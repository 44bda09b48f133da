/** The prepared catalogue holds what compiling every spec anew gives, and runs that are put together from it the same plan. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CatalogueSpec, openCatalogue } from '#src/cli/catalogue.ts'
import { chooseSpecs } from '#src/cli/choose-specs.ts'
import { defaults } from '#src/cli/configuration.ts'
import { packSpecs, weavesFor } from '#src/cli/pack-specs.ts'
import { prepareDefinition, type PreparedSpec } from '#src/cli/prepare-spec.ts'
import { printCatalogue } from '#src/cli/print-catalogue.ts'
import { SpecChoice } from '#src/cli/spec-choice.ts'
import { needsMonitorState, waitingEvents } from '#src/engine/d/plan.ts'
import { joinPlans, type PackedPlan, packPlan, unpackPlacedPlan, unpackPlan } from '#src/instrument/plan/pack-plan.ts'
import { planInstrumentation } from '#src/instrument/plan/plan.ts'
import { hybridStrategy, strategies } from '#src/instrument/strategy.ts'
import { namePlan, unpackWeavePlan } from '#src/instrument/weave/weave-plan.ts'
import {
  catalogueFile,
  catalogueTexts,
  listCatalogue,
  readCatalogue,
  readSpecModule,
} from '#src/load/read-catalogue.ts'
import type { PackedText } from '#src/load/run-file.ts'
import { partitionSpecs } from '#src/runtime/blind-spots.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { isBuilt } from '../support/packed-package.ts'
import { runs } from '../support/property.ts'

const definitions = await readCatalogue()
const compiled = definitions.map((definition) => compileSpec(definition))
const carried = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const prepared = (specs: readonly CatalogueSpec[]) => Promise.all(specs.map(async (spec) => spec.prepare()))

test.skipIf(!isBuilt)('what the build prepared is what compiling gives', async () => {
  const { catalogue, texts } = await printCatalogue()
  expect(readFileSync(catalogueFile, 'utf8')).toBe(catalogue)
  expect(readFileSync(catalogueTexts, 'utf8')).toBe(texts)
})

test.skipIf(!isBuilt)('every spec comes out of the printed catalogue as it is prepared', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jsmop-catalogue-'))
  try {
    const file = path.join(folder, 'catalogue.jsonl')
    const { catalogue, texts } = await printCatalogue()
    writeFileSync(file, catalogue)
    const read = await openCatalogue(file)
    expect(read.map(({ id }) => id)).toEqual(listCatalogue().map(({ id }) => id))
    const fresh = await Promise.all(
      listCatalogue().map(async (entry) => prepareDefinition(await readSpecModule(entry.file), entry.file)),
    )
    expect(fresh.length).toBeGreaterThan(100)
    const bytes = Buffer.from(texts)
    const textOf = (text: string | PackedText) => bytes.toString('utf8', ...(text as PackedText))
    const withTexts = (spec: PreparedSpec) => ({
      ...spec,
      data: textOf(spec.data),
      modules: spec.modules.map((module) => ({ ...module, text: textOf(module.text) })),
    })
    expect((await prepared(read)).map(withTexts)).toEqual(carried(fresh))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a catalogue that another version prepared counts for nothing', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jsmop-catalogue-'))
  try {
    const file = path.join(folder, 'catalogue.jsonl')
    writeFileSync(file, `${JSON.stringify({ jsmop: '0.0.0', specs: [] })}\n`)
    expect((await openCatalogue(file)).map(({ id }) => id)).toEqual(definitions.map(({ id }) => id))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the plans of specs by themselves join to the plan of all of them', () => {
  const alone = compiled.map((spec): PackedPlan => carried(packPlan(planInstrumentation([spec]))))
  const numbers = fc.uniqueArray(fc.nat(compiled.length - 1), { maxLength: 40 })
  fc.assert(
    fc.property(fc.oneof({ weight: 20, arbitrary: numbers }, fc.constant([...compiled.keys()])), (chosen) => {
      const specs = chosen.map((i) => compiled[i]!)
      const joined = joinPlans(chosen.map((i) => alone[i]!))
      expect(unpackPlan(joined, specs)).toEqual(planInstrumentation(specs))
    }),
    runs(20),
  )
})

test.each(Object.values(strategies))('$name leaves the same specs out, for the same reason', async (strategy) => {
  const { judged, left } = partitionSpecs(compiled, strategy)
  const all = await prepared(await openCatalogue())
  const packed = packSpecs(all, { name: strategy.name, modules: [] })
  expect(packed.described.specs.map(({ id }) => id)).toEqual(judged.map(({ id }) => id))
  expect(packed.described.left).toEqual(left)
})

test('where some specs are left out texts are woven for all, unless they tell of calls themselves', async () => {
  const all = await prepared(await openCatalogue())
  const { judged } = partitionSpecs(compiled, hybridStrategy)
  const wovenFor = (name: string) => weavesFor(all, { name, modules: [] })
  expect(unpackWeavePlan(wovenFor('hybrid')!.plan)).toEqual(hybridStrategy.weaves(planInstrumentation(judged)))
  expect(wovenFor('weave')).toBeUndefined()
  expect(wovenFor('patch')).toBeUndefined()
})

test.each(Object.values(strategies))('processes find what $name weaves, and its plan by place', async (strategy) => {
  const all = await prepared(await openCatalogue())
  const { judged } = partitionSpecs(compiled, strategy)
  const { plan, weaves } = carried(packSpecs(all, { name: strategy.name, modules: [] }).described)
  const { operations, ...rest } = planInstrumentation(judged, waitingEvents)
  const unpacked = unpackPlacedPlan(plan, judged)
  expect(unpacked).toEqual({ ...rest, operations: rest.places.flatMap((place) => place.operations) })
  expect(unpacked.operations).toHaveLength(operations.length)
  const woven = strategy.weaves(planInstrumentation(judged))
  expect(weaves && unpackWeavePlan(weaves.plan)).toEqual(woven)
  expect(weaves?.name).toBe(woven && namePlan(woven))
})

const everything = { ...defaults, preset: 'all' }
const hybrid = { name: 'hybrid', modules: [] }
const described = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>

test('a choice out of the cache is what it is without', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jsmop-choice-'))
  try {
    const specs = await chooseSpecs(everything, { cwd: folder, stderr: process.stderr })
    const some = specs.filter(({ id }) => id.startsWith('stream/'))
    const contentOf = (choice: SpecChoice) => ({
      all: described(choice.pack(specs).described),
      some: described(choice.pack(some).described),
      descriptions: choice.readDescriptions(),
      signals: choice.readSignals(),
      eager: [choice.eagerOf(specs), choice.eagerOf(some)],
    })
    const fresh = contentOf(new SpecChoice(specs, hybrid, undefined))
    expect(contentOf(new SpecChoice(specs, hybrid, folder))).toEqual(fresh)
    expect(contentOf(new SpecChoice(specs, hybrid, folder))).toEqual(fresh)
    const stateful = compiled.filter(needsMonitorState).map(({ id }) => id)
    expect(stateful.length).toBeGreaterThan(10)
    expect(fresh.eager).toEqual([stateful, stateful.filter((id) => id.startsWith('stream/'))])
    expect(fresh.all['specs']).toHaveLength(specs.length)
    expect(fresh.all['weaves']).toEqual(fresh.some['weaves'])
    expect(fresh.some['specs']).toHaveLength(some.length)
    expect(fresh.some['weaves']).toEqual(weavesFor(await prepared(await openCatalogue()), hybrid))
    expect(readdirSync(folder)).toHaveLength(isBuilt ? 1 : 0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.skipIf(!isBuilt)('a cache keeps the newest choices, and nothing else is taken from it', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jsmop-choice-'))
  try {
    const specs = await chooseSpecs(everything, { cwd: folder, stderr: process.stderr })
    const old = Array.from({ length: 9 }, (_, age) => `specs-${String(age).repeat(16)}.jsonl`)
    for (const [age, name] of old.entries()) {
      writeFileSync(path.join(folder, name), '')
      utimesSync(path.join(folder, name), 1e6 - age, 1e6 - age)
    }
    writeFileSync(path.join(folder, 'other.jsonl'), '')
    expect(new SpecChoice(specs.slice(0, 1), hybrid, folder).specs).toHaveLength(1)
    const left = readdirSync(folder)
    expect(left).toHaveLength(9)
    expect(left).toEqual(expect.arrayContaining(['other.jsonl', ...old.slice(0, 7)]))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.skipIf(!isBuilt)(
  'a choice out of the cache asks the catalogue for no spec, and a torn one is made anew',
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'jsmop-choice-'))
    try {
      const specs = await chooseSpecs(everything, { cwd: folder, stderr: process.stderr })
      const whole = described(new SpecChoice(specs, hybrid, folder).pack(specs).described)
      const unread = specs.map((spec) => ({
        ...spec,
        doc: spec.id,
        get prepared(): PreparedSpec {
          throw new Error(`${spec.id} was read`)
        },
      }))
      expect(described(new SpecChoice(unread, hybrid, folder).pack(unread).described)).toEqual(whole)
      const [file] = readdirSync(folder)
      truncateSync(path.join(folder, file!), 1000)
      expect(() => new SpecChoice(unread, hybrid, folder)).toThrow(`${specs[0]!.id} was read`)
      expect(described(new SpecChoice(specs, hybrid, folder).pack(specs).described)).toEqual(whole)
      expect(described(new SpecChoice(unread, hybrid, folder).pack(unread).described)).toEqual(whole)
      const milder = specs.map((spec) =>
        spec.id === specs[0]!.id
          ? { ...spec, doc: spec.doc, prepared: spec.prepared, severity: 'suggestion' as const }
          : spec,
      )
      expect(new SpecChoice(milder, hybrid, folder).specs).toHaveLength(specs.length)
      expect(readdirSync(folder)).toHaveLength(2)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
