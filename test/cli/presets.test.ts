/** Presets and their versions, and what the configuration may change of a spec. */

import { expect, test } from 'vitest'
import { isInPreset, presetOf, presets, presetVersion } from '#src/cli/presets.ts'
import { readCatalogue } from '#src/load/read-catalogue.ts'
import type { SpecDefinition } from '#src/spec/definition.ts'
import { checkOptions, withOptions } from '#src/spec/with-options.ts'

test('a spec belongs to the preset of its severity from the first version on, unless it says otherwise', () => {
  expect(presetOf({ severity: 'error' })).toBe('recommended@1')
  expect(presetOf({ severity: 'warning' })).toBe('strict@1')
  expect(presetOf({ severity: 'suggestion' })).toBe('all@1')
  expect(presetOf({ severity: 'error', preset: 'strict@2' })).toBe('strict@2')
})

test('a preset holds what the ones before it hold', () => {
  const within = (severity: SpecDefinition['severity']) =>
    ['recommended', 'strict', 'all'].filter((preset) => isInPreset({ severity }, preset))
  expect(within('error')).toEqual(['recommended', 'strict', 'all'])
  expect(within('warning')).toEqual(['strict', 'all'])
  expect(within('suggestion')).toEqual(['all'])
})

test('a version of a preset never grows', () => {
  const later = { severity: 'error', preset: `recommended@${presetVersion + 1}` } as const
  for (const preset of presets) expect(isInPreset(later, preset)).toBe(false)
  expect(isInPreset({ severity: 'error' }, 'recommended@1')).toBe(true)
})

test('no spec of the catalogue belongs to a version that there is not', async () => {
  const catalogue = await readCatalogue()
  expect(catalogue.length).toBeGreaterThan(0)
  expect(catalogue.filter((spec) => !presets.includes(presetOf(spec))).map(({ id }) => id)).toEqual([])
})

const spec = {
  id: 'my/limited',
  variables: { limit: 100, seen: 0 },
  options: ['limit'],
} as unknown as SpecDefinition

test('an option sets the first value of a variable', () => {
  expect(withOptions(spec, { limit: 5 }).variables).toEqual({ limit: 5, seen: 0 })
  expect(() => checkOptions(spec, { limit: 5 })).not.toThrow()
})

test('an option that a spec does not have, or of another type, is refused', () => {
  expect(() => checkOptions(spec, { limits: 5 })).toThrow('my/limited has no option "limits"')
  expect(() => checkOptions(spec, { seen: 5 })).toThrow('my/limited has no option "seen"')
  expect(() => checkOptions(spec, { limit: 'many' })).toThrow('the option "limit" of my/limited is "many"')
})
