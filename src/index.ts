/** The library face of the package. */

export { synthesize } from './logic/synthesize.ts'
export type { SynthesisOptions, SynthesizedProperty } from './logic/synthesize.ts'
export { registerLogic } from './logic/built-in.ts'
export type { Logic, SynthesisInput, SynthesisLimits } from './logic/logic.ts'
export type { Automaton, Category, EventSets, MonitorTemplate, ReportRule, State } from './logic/template.ts'
export { renderError } from './diagnostics/render-error.ts'
export { UserError } from './diagnostics/user-error.ts'
