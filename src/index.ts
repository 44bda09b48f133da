/** The library face of the package. */

export { renderError } from './diagnostics/render-error.ts'
export { UserError } from './diagnostics/user-error.ts'
export { registerLogic } from './logic/built-in.ts'
export { synthesize } from './logic/synthesize.ts'
export { checkSpec, compileSpec } from './spec/compile-spec.ts'
export { defineSpec } from './spec/define-spec.ts'
export { printJsonSpec, printTypeScriptSpec } from './spec/print-spec.ts'
export { checkJsonSpec, readJsonSpec } from './spec/read-json-spec.ts'
export { monitorTrace } from './engine/monitor-trace.ts'
export { uniqueTraces } from './report/unique-traces.ts'
export { defineConfig } from './cli/configuration.ts'
export { strategies } from './instrument/strategy.ts'
export { expectViolation, ignoreViolations } from './runtime/intentions.ts'
export type { Logic, SynthesisInput, SynthesisLimits } from './logic/logic.ts'
export type { SynthesisOptions, SynthesizedProperty } from './logic/synthesize.ts'
export type {
  Automaton,
  Category,
  EventSets,
  MonitorTemplate,
  ReportRule,
  State,
  TransitionTable,
} from './logic/template.ts'
export type { CompiledSpec } from './spec/compiled-spec.ts'
export type { SpecDefinition, SpecMetadata, Severity } from './spec/definition.ts'
export type { InstrumentationPlan, Operation } from './instrument/plan/plan.ts'
export type { Strategy } from './instrument/strategy.ts'
export type { WeavePlan } from './instrument/weave/weave-plan.ts'
export type { ObservedTrace } from './report/unique-traces.ts'
