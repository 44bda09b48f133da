/**
 * Monitors that are more than their state: specs with variables, actions or a handler, with values that a report names, or
 * with traces kept. Each is stepped for itself; a broadcast walks a roster.
 */

import type { EventContext } from '../../spec/definition.ts'
import type { State } from '../../logic/template.ts'
import type { AuthoredCode } from '../authored-code.ts'
import type { MonitoringOptions, Site } from '../monitoring.ts'
import { cut, root, type TraceStore } from '../trace/trace-store.ts'
import { type Monitor, OwnParts, type Roster } from './monitors.ts'
import type { Domain } from './plan.ts'
import { extrasOf } from './slots.ts'
import { Stepping, type SteppingOptions } from './stepping.ts'
import { isLive } from './transitions.ts'

export class IndividualStepping extends Stepping {
  readonly #authored: AuthoredCode
  readonly #traces: TraceStore | undefined
  readonly #clock: MonitoringOptions['clock']

  constructor(
    options: SteppingOptions,
    authored: AuthoredCode,
    traces: TraceStore | undefined,
    clock: MonitoringOptions['clock'],
  ) {
    super(options)
    this.#authored = authored
    this.#traces = traces
    this.#clock = clock
  }

  /** What a monitor has from its creation on. One that is not `recorded` has no trace. */
  begin(monitor: Monitor, recorded: boolean): void {
    extrasOf(monitor).own = new OwnParts(this.#authored.freshVariables(), recorded ? root : cut)
    if (recorded) this.#traces?.enter(root, 1)
  }

  /** What a monitor takes over from the one that it grows out of. */
  copy(from: Monitor, to: Monitor, recorded: boolean): void {
    const own = from.more === null ? null : from.more.own
    if (own === null) return
    extrasOf(to).own = new OwnParts(this.#authored.copyVariables(own.variables), recorded ? own.node : cut)
    if (recorded) this.#traces?.enter(own.node, 1)
  }

  override broadcast(
    roster: Roster,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): boolean {
    const { members } = roster
    const length = members.length
    for (let i = 0; i < length; i++) {
      const monitor = roster.instance(members, i)
      if (monitor !== undefined) this.take(monitor, event, site, a, b, c, d)
    }
    return false
  }

  override take(monitor: Monitor, event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const { domain } = monitor
    if (monitor.state === domain.dead) return
    const own = (extrasOf(monitor).own ??= new OwnParts(undefined, root))
    const context = this.#authored.context()
    if (this.#traces !== undefined) extend(own, this.#traces, event, site)
    if (this.spec.events[event]!.action !== undefined) this.#act(own, event, context)
    let to = this.step(domain, monitor.state, event, site, 1)
    if (this.fired !== 0 && this.#judge(monitor, own, event, site, this.fired, context, a, b, c, d))
      to = resetState(domain, monitor.state, event)
    // Only for its trace would it go on.
    else if (own.node === cut && !isLive(domain.transitions, to)) to = domain.dead
    if (to === monitor.state) return
    monitor.state = to
    if (to === domain.dead) {
      own.variables = undefined
      this.tally.collect(1)
    }
  }

  override leaveTrace({ more }: Monitor): void {
    if (more !== null && more.own !== null) more.own.node = cut
  }

  #act(own: OwnParts, event: number, context: EventContext | undefined): void {
    const clock = this.#clock
    if (clock === undefined) return this.#authored.act(event, own.variables, context)
    const begin = clock()
    this.#authored.act(event, own.variables, context)
    this.counts.time!.authored += clock() - begin
  }

  /** Asks the handler about each category, reports what it lets through, and tells whether it reset the monitor. */
  #judge(
    monitor: Monitor,
    own: OwnParts,
    event: number,
    site: Site,
    fired: number,
    context: EventContext | undefined,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): boolean {
    const clock = this.#clock
    let reset = false
    for (let category = 0; fired >> category !== 0; category++) {
      if (((fired >> category) & 1) === 0) continue
      const begin = clock === undefined ? 0 : clock()
      const outcome = this.#authored.handle(category, own.variables, context)
      if (clock !== undefined) this.counts.time!.authored += clock() - begin
      if (outcome.reset) reset = true
      if (outcome.report) this.reporting.report(monitor, event, site, 1 << category, a, b, c, d)
    }
    return reset
  }
}

function extend(own: OwnParts, traces: TraceStore, event: number, site: Site): void {
  const from = own.node
  own.node = traces.advance(from, traces.key(event, site), 1)
  traces.inherit(from, own.node)
}

function resetState({ transitions }: Domain, state: State, event: number): State {
  return transitions.kind === 'table' ? transitions.resets[(state as number) + event]! : transitions.reset(state, event)
}
