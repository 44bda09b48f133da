/** The library face of the package. */

export { synthesize } from './logic/synthesize.ts'
export type { SynthesisOptions, SynthesizedProperty } from './logic/synthesize.ts'
