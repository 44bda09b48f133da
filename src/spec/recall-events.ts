/**
 * The outcome of `resolve-events` as data, and events made from it again: a monitored process does not read the texts of
 * bindings and targets a second time, which took half of what a spec's first event costs. Conditions and actions are the
 * definition's own functions; an event with one that is written as a text is resolved anew.
 */

import type { CompiledEvent, CompiledPointcut, ParameterSet } from './compiled-spec.ts'
import type { EventDefinition, SpecDefinition } from './definition.ts'
import { Findings } from './diagnostic.ts'
import type { Binding } from './parse-binding.ts'
import { parseTarget } from './parse-target.ts'
import { placesInDefinition } from './places.ts'
import type { Pointcut } from './pointcut.ts'
import { type ResolvedEvent, resolveEvents } from './resolve-events.ts'

/** An event without what the definition has of it. */
export interface KeptEvent {
  readonly parameters: ParameterSet
  /** By pointcut, then by parameter; null for one that is not bound. */
  readonly bindings: readonly (readonly (Binding | null)[])[]
}

export function keepEvent({ parameters, pointcuts }: CompiledEvent): KeptEvent {
  return { parameters, bindings: pointcuts.map(({ bindings }) => bindings.map((binding) => binding ?? null)) }
}

/** The events of the definition in the order of `names`, with what was kept of each. */
export function recallEvents(
  definition: SpecDefinition,
  names: readonly string[],
  kept: readonly KeptEvent[],
): ResolvedEvent[] {
  let resolved: readonly ResolvedEvent[] | undefined
  const resolve = (name: string): ResolvedEvent => {
    resolved ??= resolveEvents(definition, new Findings(placesInDefinition(definition)))
    return resolved.find((event) => event.name === name)!
  }
  return names.map((name, i) => recallEvent(name, definition.events[name]!, kept[i]!) ?? resolve(name))
}

/** Undefined where a text has to be compiled. */
function recallEvent(name: string, event: EventDefinition, kept: KeptEvent): ResolvedEvent | undefined {
  const { if: condition, action, bind } = event
  if (isText(condition) || isText(action)) return undefined
  const given = event.on === undefined ? [] : Array.isArray(event.on) ? (event.on as readonly Pointcut[]) : [event.on]
  for (let i = 0; i < given.length; i++) if (isText((given[i] as Pointcut).if)) return undefined
  // A list only says which parameters the event has.
  const shared = Array.isArray(bind) ? {} : (bind as Pointcut['bind'])
  const pointcuts = given.map((pointcut, i) => recallPointcut(pointcut as Pointcut, shared, kept.bindings[i]!))
  return { name, parameters: kept.parameters, pointcuts, condition, action }
}

function recallPointcut(
  pointcut: Pointcut,
  shared: Pointcut['bind'],
  bindings: readonly (Binding | null)[],
): CompiledPointcut {
  let targets: CompiledPointcut['targets'] | undefined
  return {
    ...pointcut,
    bind: { ...shared, ...pointcut.bind },
    bindings: bindings.map((binding) => binding ?? undefined),
    condition: pointcut.if as CompiledPointcut['condition'],
    // Nobody asks where the plan is known.
    get targets() {
      targets ??= 'target' in pointcut ? [pointcut.target].flat().map((text) => parseTarget(text)) : []
      return targets
    },
  }
}

function isText<T>(given: T): given is Exclude<T, Function | undefined> {
  return given !== undefined && typeof given !== 'function'
}
