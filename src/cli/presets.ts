/**
 * Named choices out of the catalogue. `recommended` holds rules whose violations are bugs, `strict` suspicious code as
 * well, `all` everything. Each has versions, so that an upgrade of JSMOP turns no green run red: `recommended@1` is
 * the same set for ever, and the name alone is the newest version. A spec says itself which preset it belongs to and
 * from which version on (`preset: 'strict@2'`); where it does not, its severity does, from the first version on.
 */

import type { SpecDefinition } from '../spec/definition.ts'

const names = ['recommended', 'strict', 'all'] as const
type PresetName = (typeof names)[number]

/** The newest version. Raised when specs are added to presets or moved. */
export const presetVersion = 1

/** Everything that `--preset` and the configuration may say. */
export const presets: readonly string[] = [
  ...names,
  ...Array.from({ length: presetVersion }, (_, i) => names.map((name) => `${name}@${i + 1}`)).flat(),
]

const bySeverity = { error: 'recommended', warning: 'strict', suggestion: 'all' } as const

/** The least of the presets that a spec belongs to, with the version from which on. */
export function presetOf({ preset, severity }: Pick<SpecDefinition, 'preset' | 'severity'>): string {
  return preset ?? `${bySeverity[severity]}@1`
}

export function isInPreset(spec: Pick<SpecDefinition, 'preset' | 'severity'>, preset: string): boolean {
  const wanted = parse(preset)
  const least = parse(presetOf(spec))
  return names.indexOf(least.name) <= names.indexOf(wanted.name) && least.version <= wanted.version
}

function parse(text: string): { readonly name: PresetName; readonly version: number } {
  const [name, version = presetVersion] = text.split('@')
  return { name: name as PresetName, version: Number(version) }
}
