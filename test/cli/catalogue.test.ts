/** The prepared catalogue holds what compiling every spec anew gives, and runs that are put together from it the same plan. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CatalogueSpec, openCatalogue } from '#src/cli/catalogue.ts'
import { packSpecs } from '#src/cli/pack-specs.ts'
import { prepareDefinition } from '#src/cli/prepare-spec.ts'
import { printCatalogue } from '#src/cli/print-catalogue.ts'
import { joinPlans, type PackedPlan, packPlan, unpackPlan } from '#src/instrument/plan/pack-plan.ts'
import { planInstrumentation } from '#src/instrument/plan/plan.ts'
import { hybridStrategy, strategies } from '#src/instrument/strategy.ts'
import { unpackWeavePlan } from '#src/instrument/weave/weave-plan.ts'
import { catalogueFile, listCatalogue, readCatalogue, readSpecModule } from '#src/load/read-catalogue.ts'
import { partitionSpecs } from '#src/runtime/blind-spots.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { isBuilt } from '../support/packed-package.ts'
import { runs } from '../support/property.ts'

const definitions = await readCatalogue()
const compiled = definitions.map((definition) => compileSpec(definition))
const carried = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const prepared = (specs: readonly CatalogueSpec[]) => Promise.all(specs.map(async (spec) => spec.prepare()))

test.skipIf(!isBuilt)('what the build prepared is what compiling gives', async () => {
  expect(readFileSync(catalogueFile, 'utf8')).toBe(await printCatalogue())
})

test.skipIf(!isBuilt)('every spec comes out of the printed catalogue as it is prepared', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jsmop-catalogue-'))
  try {
    const file = path.join(folder, 'catalogue.jsonl')
    writeFileSync(file, await printCatalogue())
    const read = await openCatalogue(file)
    expect(read.map(({ id }) => id)).toEqual(listCatalogue().map(({ id }) => id))
    const fresh = await Promise.all(
      listCatalogue().map(async (entry) => prepareDefinition(await readSpecModule(entry.file), entry.file)),
    )
    expect(fresh.length).toBeGreaterThan(100)
    expect(await prepared(read)).toEqual(carried(fresh))
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
  const packed = packSpecs(all, all, { name: strategy.name, modules: [] })
  expect(packed.described.specs.map(({ id }) => id)).toEqual(judged.map(({ id }) => id))
  expect(packed.described.left).toEqual(left)
})

test('where some specs are left out texts are woven for all, unless they tell of calls themselves', async () => {
  const all = await prepared(await openCatalogue())
  const part = all.filter(({ metadata }) => metadata.id.startsWith('stream/'))
  const wovenFor = (specs: typeof all, name: string) => packSpecs(specs, all, { name, modules: [] }).described.weaves
  const { judged } = partitionSpecs(compiled, hybridStrategy)
  expect(unpackWeavePlan(wovenFor(part, 'hybrid')!)).toEqual(hybridStrategy.weaves(planInstrumentation(judged)))
  expect(wovenFor(all, 'hybrid')).toBeUndefined()
  expect(wovenFor(part, 'weave')).toBeUndefined()
  expect(wovenFor(part, 'patch')).toBeUndefined()
})
