/**
 * Spec → checked, compiled spec. The passes, each in its own file, stop where a later one could not make sense:
 *
 * 1. `check-structure`: the definition has the right fields with values of the right kind (JSON Schema);
 * 2. `resolve-events`: names in bindings, targets, conditions, actions;
 * 3. `check-texts`: names in messages, variables, metadata; here: synthesis of the formula, by `logic`;
 * 4. `check-formula`: whether formula and bindings fit together;
 *
 * and `assemble-spec` puts together what they found. Both front ends come through this file, so both give the same compiled spec.
 */

import type { MonitorTemplate, ReportSets } from '../logic/template.ts'
import { UserError } from '../diagnostics/user-error.ts'
import { checkFormula, synthesizeSpec } from './check-formula.ts'
import { checkStructure } from './check-structure.ts'
import { checkTexts } from './check-texts.ts'
import { assemble } from './assemble-spec.ts'
import type { CompiledSpec } from './compiled-spec.ts'
import type { SpecDefinition } from './definition.ts'
import { asUserError, type Diagnostic, Findings } from './diagnostic.ts'
import { labelSets } from './parameter-sets.ts'
import { type Place, type Places, placesInDefinition } from './places.ts'
import { type ResolvedEvent, resolveEvents } from './resolve-events.ts'

/** All that is wrong or doubtful about a spec, in the order of the passes. `places` says where its parts were written. */
export function checkSpec(definition: SpecDefinition, places?: Places): Diagnostic[] {
  return analyzeSpec(definition, places).diagnostics
}

/** Throws `UserError` for the first mistake, with the others as notes. Warnings do not keep a spec from being compiled. */
export function compileSpec(definition: SpecDefinition, places?: Places): CompiledSpec {
  const { diagnostics, spec } = analyzeSpec(definition, places)
  if (spec === undefined) throw asUserError(diagnostics)!
  return spec
}

interface Analysis {
  readonly diagnostics: Diagnostic[]
  /** Undefined when there are errors. */
  readonly spec: CompiledSpec | undefined
}

function analyzeSpec(definition: SpecDefinition, places: Places = placesInDefinition(definition)): Analysis {
  const findings = new Findings(places)
  const failed = (): Analysis => ({ diagnostics: findings.all, spec: undefined })
  checkStructure(definition, findings)
  if (findings.failed) return failed()

  const parameters = Object.entries(definition.parameters ?? {}).map(([name, kind]) => ({ name, kind }))
  const events = resolveEvents(definition, findings)
  checkTexts(definition, findings)
  const property = formulaMistakes(definition, findings, () => synthesize(definition, events))
  if (property === undefined || findings.failed) return failed()

  const { template, inOrder, sets } = property
  const declared = inOrder.some(({ name }) => definition.events[name]!.creation === true)
  const creation = inOrder.map(({ name }, i) => definition.events[name]!.creation ?? (!declared && sets.starts[i]!))
  const checked = { template, events: inOrder, parameters, creation, starts: sets.starts }
  formulaMistakes(definition, findings, () => checkFormula(definition, checked, findings))
  if (findings.failed) return failed()
  const { enable, coenable } = sets
  return { diagnostics: findings.all, spec: assemble(definition, inOrder, { template, creation, enable, coenable }) }
}

/** What the formula became, and the events in the order of its template. */
interface Property {
  readonly template: MonitorTemplate
  readonly inOrder: readonly ResolvedEvent[]
  readonly sets: ReportSets
}

/** Undefined for an unknown end event, which `check-texts` tells. */
function synthesize(definition: SpecDefinition, events: readonly ResolvedEvent[]): Property | undefined {
  if (definition.end !== undefined && !Object.hasOwn(definition.events, definition.end)) return undefined
  const template = synthesizeSpec(definition, Object.keys(definition.report))
  const inOrder = template.events.map((name) => events.find((event) => event.name === name)!)
  const labels = inOrder.map((event) => event.parameters)
  return { template, inOrder, sets: labelSets(template, labels) }
}

/** Keeps mistakes that `logic` throws, shown where the formula, or the name in question, stands in the spec's own text. */
function formulaMistakes<T>(definition: SpecDefinition, findings: Findings, run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { code, message, span, remedy, notes } = error
    const repoint = <Part extends { readonly span?: UserError['span'] }>(part: Part): Part =>
      part.span === undefined || part.span.text !== definition.formula
        ? part
        : { ...part, span: findings.places({ path: ['formula'], range: [part.span.start, part.span.end] }) }
    const place = placeOfMistake(definition, error)
    const shown = place.path[0] === 'formula' ? repoint({ span }) : {}
    findings.caught(new UserError({ code, message, ...shown, notes: notes.map(repoint), remedy }), place)
    return undefined
  }
}

function placeOfMistake({ report }: SpecDefinition, { code, message }: UserError): Place {
  if (code === 'unknown-logic') return { path: ['logic'] }
  const category = /^(?:unknown|unreachable)-category$/.test(code)
    ? Object.keys(report).find((name) => message.includes(`'${name}'`))
    : undefined
  return category === undefined ? { path: ['formula'] } : { path: ['report', category], key: true }
}
