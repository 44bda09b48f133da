/**
 * Runs the parts of a spec that are its author's own code: variables, actions, the handler. One that throws is told of
 * once and switched off for the rest of the run; monitoring goes on without it, and nothing reaches the program.
 */

import type { CompiledSpec, HandlerControl } from '../spec/compiled-spec.ts'
import { type EventContext, noContext } from '../spec/event-context.ts'
import type { AuthoredPart, MonitoringOptions } from './monitoring.ts'

export type Variables = Record<string, unknown> | undefined

export interface HandlerOutcome {
  readonly report: boolean
  readonly reset: boolean
}

const reportOnly: HandlerOutcome = { report: true, reset: false }

export class AuthoredCode {
  /** Whether the context of a signal is of any use. */
  readonly wantsContext: boolean
  readonly #spec: CompiledSpec
  readonly #options: MonitoringOptions
  /** No Set: the program may have replaced its methods. */
  readonly #off: { [part in AuthoredPart]?: true } = {}

  constructor(spec: CompiledSpec, options: MonitoringOptions) {
    this.#spec = spec
    this.#options = options
    this.wantsContext = spec.handler !== undefined || spec.events.some((event) => event.action !== undefined)
  }

  /** The context of the operation that is being signalled. */
  context(): EventContext | undefined {
    return this.wantsContext ? this.#options.context?.() : undefined
  }

  freshVariables(): Variables {
    const { variables } = this.#spec
    if (variables === undefined) return undefined
    return this.#guard('variables', variables, () => ({}))
  }

  copyVariables(variables: Variables): Variables {
    if (variables === undefined) return undefined
    return this.#guard(
      'variables',
      () => structuredClone(variables),
      () => ({ ...variables }),
    )
  }

  act(event: number, variables: Variables, context: EventContext | undefined): void {
    const { action } = this.#spec.events[event]!
    if (action === undefined) return
    this.#guard(
      'action',
      () => action(variables ?? {}, context ?? noContext),
      () => undefined,
    )
  }

  handle(category: number, variables: Variables, context: EventContext | undefined): HandlerOutcome {
    const { handler, reports } = this.#spec
    if (handler === undefined) return reportOnly
    let reset = false
    const control: HandlerControl = {
      category: reports[category]!.name,
      variables: variables ?? {},
      context,
      reset: () => {
        reset = true
      },
    }
    return this.#guard<HandlerOutcome>(
      'handler',
      () => ({ report: handler(control) !== false, reset }),
      () => reportOnly,
    )
  }

  #guard<T>(part: AuthoredPart, run: () => T, instead: () => T): T {
    if (this.#off[part]) return instead()
    try {
      return run()
    } catch (error) {
      this.#off[part] = true
      this.#options.onFault(this.#spec, part, error)
      return instead()
    }
  }
}
