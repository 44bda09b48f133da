/**
 * Second pass of the spec compiler, after the structure was checked: names in events become numbers and closures. Says
 * what is wrong with a binding, a target, a condition or an action, and goes on with the rest.
 */

import { nearestName } from '../diagnostics/nearest-name.ts'
import type { SourceSpan } from '../diagnostics/user-error.ts'
import type { CompiledEvent, CompiledPointcut, ParameterKind, ParameterSet } from './compiled-spec.ts'
import type { Action, EventContext, EventDefinition, SpecDefinition } from './definition.ts'
import type { Findings } from './diagnostic.ts'
import { readExpression, type Scope } from './expression/read-expression.ts'
import { availableRoots, type Binding, parseBinding } from './parse-binding.ts'
import { parseTarget, type Target } from './parse-target.ts'
import type { Path } from './places.ts'
import type { BindingSource, Condition, Pointcut } from './pointcut.ts'

/** An event before its part in the formula is known. */
export type ResolvedEvent = Omit<CompiledEvent, 'creation' | 'end' | 'blame'>

type Bindings = Readonly<Record<string, BindingSource>>

/** A binding and where it was written. */
interface Bound {
  readonly source: BindingSource
  readonly binding: Binding
  readonly path: Path
}

/** What one pointcut binds, by parameter name, and where the pointcut stands in the definition. */
interface PlacedPointcut {
  readonly pointcut: Pointcut
  readonly path: Path
  readonly bound: ReadonlyMap<string, Bound>
}

export function resolveEvents(definition: SpecDefinition, findings: Findings): ResolvedEvent[] {
  const resolver = new EventResolver(definition, findings)
  return Object.entries(definition.events).map(([name, event]) => resolver.resolve(name, event))
}

class EventResolver {
  readonly #parameters: readonly string[]
  readonly #kinds: Readonly<Record<string, ParameterKind>>
  readonly #variables: readonly string[]
  readonly #findings: Findings

  constructor(definition: SpecDefinition, findings: Findings) {
    this.#kinds = definition.parameters ?? {}
    this.#parameters = Object.keys(this.#kinds)
    this.#variables = Object.keys(definition.variables ?? {})
    this.#findings = findings
  }

  resolve(name: string, event: EventDefinition): ResolvedEvent {
    const at: Path = ['events', name]
    const list = Array.isArray(event.bind) ? (event.bind as readonly string[]) : []
    const listed = list.filter((parameter, i) => this.#knows(parameter, { path: [...at, 'bind', i] }))
    const shared = this.#bindings(list === event.bind ? {} : (event.bind as Bindings | undefined), [...at, 'bind'])
    const pointcuts = this.#place(event, at, shared)
    const parameters =
      pointcuts.length === 0
        ? this.#setOf([...listed, ...shared.keys()])
        : this.#parametersOf(name, listed, pointcuts, at)
    const scope = scopeOf(pointcuts)
    if (event.if !== undefined && pointcuts.length === 0) {
      this.#findings.warn(
        'condition-never-run',
        { path: [...at, 'if'] },
        `event "${name}" has a condition but comes from no operation of a program, so the condition is never asked`,
        'Say with `on` which operation signals the event, or leave the condition out.',
      )
    }
    return {
      name,
      parameters,
      pointcuts: pointcuts.map((placed) => this.#pointcut(placed)),
      condition: this.#condition(event.if, [...at, 'if'], scope),
      action: this.#action(event.action, [...at, 'action'], scope),
    }
  }

  #place(event: EventDefinition, at: Path, shared: ReadonlyMap<string, Bound>): PlacedPointcut[] {
    const single = event.on !== undefined && !Array.isArray(event.on)
    const list = event.on === undefined ? [] : [event.on].flat()
    return list.map((pointcut, i) => {
      const path: Path = single ? [...at, 'on'] : [...at, 'on', i]
      const bound = new Map([...shared, ...this.#bindings(pointcut.bind, [...path, 'bind'])])
      this.#checkAvailable(pointcut, path, bound)
      return { pointcut, path, bound }
    })
  }

  #bindings(sources: Bindings | undefined, at: Path): Map<string, Bound> {
    const bound = new Map<string, Bound>()
    for (const [parameter, source] of Object.entries(sources ?? {})) {
      const path = [...at, parameter]
      if (!this.#knows(parameter, { path, key: true })) continue
      bound.set(parameter, { source, binding: parseBinding(source)!, path })
    }
    return bound
  }

  #knows(parameter: string, place: { path: Path; key?: boolean }): boolean {
    if (this.#parameters.includes(parameter)) return true
    const near = nearestName(parameter, this.#parameters)
    this.#findings.error(
      'unknown-parameter',
      place,
      `the spec has no parameter "${parameter}"`,
      near === undefined
        ? 'Declare it in `parameters`.'
        : `Did you mean "${near}"? Otherwise declare it in \`parameters\`.`,
    )
    return false
  }

  #checkAvailable(pointcut: Pointcut, path: Path, bound: ReadonlyMap<string, Bound>): void {
    if (pointcut.kind === 'collect') {
      for (const [parameter, place] of bound) {
        this.#findings.error(
          'binding-not-available',
          place,
          `"${parameter}" cannot be bound when an object is collected: only the dead object itself is known`,
          'Remove the binding: `collect` binds its `parameter` by itself.',
        )
      }
      if (this.#knows(pointcut.parameter, { path: [...path, 'parameter'] }))
        this.#checkCollected(pointcut.parameter, path)
      return
    }
    const available = availableRoots(pointcut)
    for (const [parameter, place] of bound) {
      if (available.has(place.binding.root)) continue
      this.#findings.error(
        'binding-not-available',
        place,
        `"${parameter}" is bound to \`${rootText(place.binding)}\`, which ${describe(pointcut)} does not have`,
        `Available there: ${[...available].map((root) => (root === 'arg' ? 'arg0…arg9' : root)).join(', ')}.`,
        [this.#findings.note({ path }, 'the event comes from here')],
      )
    }
  }

  #checkCollected(parameter: string, path: Path): void {
    if (this.#kinds[parameter] === 'object') return
    this.#findings.error(
      'collected-value',
      { path: [...path, 'parameter'] },
      `"${parameter}" is a parameter of kind "${this.#kinds[parameter]}", which is never collected`,
      'Only objects die; declare the parameter as "object", or use the end of the test or file.',
    )
  }

  /** All pointcuts of an event bind the same parameters: an instance must not depend on the way an event came about. */
  #parametersOf(name: string, listed: readonly string[], pointcuts: readonly PlacedPointcut[], at: Path): ParameterSet {
    const [first, ...others] = pointcuts.map(({ pointcut, bound }) =>
      this.#setOf(pointcut.kind === 'collect' ? [pointcut.parameter] : [...bound.keys()]),
    )
    const missing = this.#setOf(listed) & ~first!
    if (missing !== 0) {
      this.#findings.error(
        'no-binding-source',
        { path: [...at, 'bind'] },
        `event "${name}" binds ${this.#list(missing)} but does not say to what`,
        'Write `bind` as an object from parameters to parts of the operation, for example `{ i: "receiver" }`.',
      )
    }
    for (const [i, other] of others.entries()) {
      if (other === first) continue
      this.#findings.error(
        'bindings-differ',
        { path: pointcuts[i + 1]!.path },
        `event "${name}" binds ${this.#list(other)} here but ${this.#list(first!)} elsewhere`,
        'Bind the same parameters in every pointcut of an event, or make two events of it.',
        [this.#findings.note({ path: pointcuts[0]!.path }, `binds ${this.#list(first!)}`)],
      )
    }
    return first!
  }

  #setOf(names: Iterable<string>): ParameterSet {
    let set = 0
    for (const name of names) {
      const index = this.#parameters.indexOf(name)
      if (index !== -1) set |= 1 << index
    }
    return set
  }

  #list(set: ParameterSet): string {
    const names = this.#parameters.filter((_, i) => (set & (1 << i)) !== 0)
    return names.length === 0 ? 'nothing' : names.map((name) => `"${name}"`).join(' and ')
  }

  #pointcut(placed: PlacedPointcut): CompiledPointcut {
    const { pointcut, path, bound } = placed
    const targets = 'target' in pointcut ? this.#targets(pointcut.target, [...path, 'target']) : []
    const bindings = this.#parameters.map((name) => bound.get(name)?.binding)
    const bind = Object.fromEntries([...bound].map(([name, { source }]) => [name, source]))
    return {
      ...pointcut,
      targets,
      bindings,
      bind,
      condition: this.#condition(pointcut.if, [...path, 'if'], scopeOf([placed])),
    }
  }

  #targets(target: string | readonly string[], path: Path): Target[] {
    const targets: Target[] = []
    for (const [i, text] of [target].flat().entries()) {
      const at = typeof target === 'string' ? path : [...path, i]
      try {
        targets.push(parseTarget(text, this.#within(at)))
      } catch (error) {
        this.#findings.caught(error, { path: at })
      }
    }
    return targets
  }

  #within(path: Path): (start: number, end: number) => SourceSpan {
    return (start, end) => this.#findings.places({ path, range: [start, end] })
  }

  #condition(condition: Condition | undefined, path: Path, scope: Scope): CompiledEvent['condition'] {
    if (condition === undefined || typeof condition === 'function') return condition
    const evaluate = this.#expression(condition, path, scope)
    return evaluate && ((context) => Boolean(evaluate(context, noVariables)))
  }

  #action(action: Action | undefined, path: Path, scope: Scope): CompiledEvent['action'] {
    if (action === undefined || typeof action === 'function') return action
    const steps = Object.entries(action).flatMap(([variable, text]) => {
      const at = [...path, variable]
      if (!this.#variables.includes(variable)) {
        const near = nearestName(variable, this.#variables)
        this.#findings.error(
          'unknown-variable',
          { path: at, key: true },
          `the spec has no variable "${variable}"`,
          near === undefined
            ? 'Declare it with its first value in `variables`.'
            : `Did you mean "${near}"? Otherwise declare it with its first value in \`variables\`.`,
        )
      }
      const evaluate = this.#expression(text, at, { ...scope, variables: this.#variables })
      return evaluate === undefined ? [] : [{ variable, evaluate }]
    })
    return (variables: Record<string, unknown>, context: EventContext) => {
      // All expressions see the variables as they were before the event.
      const before = { ...variables }
      for (let i = 0; i < steps.length; i++) variables[steps[i]!.variable] = steps[i]!.evaluate(context, before)
    }
  }

  #expression(text: string, path: Path, scope: Scope): ReturnType<typeof readExpression> | undefined {
    try {
      return readExpression(
        text,
        { ...scope, parameters: new Map(this.#parameters.map((name) => [name, scope.parameters.get(name)])) },
        this.#within(path),
      )
    } catch (error) {
      this.#findings.caught(error, { path })
      return undefined
    }
  }
}

const noVariables: Readonly<Record<string, unknown>> = Object.freeze({})

/** What an expression can name: the parts that all pointcuts have, and the parameters that all bind in the same way. */
function scopeOf(pointcuts: readonly PlacedPointcut[]): Scope {
  const [first, ...others] = pointcuts
  if (first === undefined) return { roots: undefined, parameters: new Map(), variables: [] }
  const roots = [...availableRoots(first.pointcut)].filter((root) =>
    others.every(({ pointcut }) => availableRoots(pointcut).has(root)),
  )
  const parameters = new Map<string, Binding | 'differs'>()
  for (const [name, { binding }] of first.bound) {
    const same = others.every(({ bound }) => sameBinding(bound.get(name)?.binding, binding))
    parameters.set(name, same ? binding : 'differs')
  }
  return { roots: new Set(roots), parameters, variables: [] }
}

function sameBinding(a: Binding | undefined, b: Binding): boolean {
  return a !== undefined && a.root === b.root && a.index === b.index && a.path.join('.') === b.path.join('.')
}

function rootText({ root, index }: Binding): string {
  return root === 'arg' ? `arg${index}` : root
}

/** The pointcut in words, for messages. */
function describe(pointcut: Pointcut): string {
  switch (pointcut.kind) {
    case 'call':
    case 'construct': {
      const moments = {
        before: 'before it runs',
        returned: 'that returned',
        threw: 'that threw',
        fulfilled: 'whose promise was fulfilled',
        rejected: 'whose promise was rejected',
        settled: 'whose promise settled',
      }
      return `a ${pointcut.kind === 'call' ? 'call' : 'construction'} ${moments[pointcut.when ?? 'returned']}`
    }
    case 'read':
    case 'write':
    case 'delete':
      return `the ${pointcut.kind} of a property${pointcut.when === 'before' ? ' before it happens' : ''}`
    case 'iterate':
      return `the \`${pointcut.step}\` of an iteration`
    case 'handle':
      return 'the handling of a promise'
    case 'settle':
      return pointcut.outcome === undefined ? 'a promise that settles' : `a promise that is ${pointcut.outcome}`
    case 'emit':
      return 'the emission of an event'
    case 'end':
    case 'collect':
      break
  }
  return pointcut.kind === 'end' ? `the end of the ${pointcut.of}` : 'a collected object'
}
